// Says what comes with an entry: parts of Node and packages. With an address a server is reached there, in vain.
import { register } from 'node:module';

const hooks = `
  import { writeSync } from 'node:fs';
  export async function resolve(specifier, context, next) {
    const found = await next(specifier, context);
    writeSync(1, 'module ' + found.url + '\\n');
    return found;
  }`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);

const [, , entry, url] = process.argv;
const before = new Set(process.moduleLoadList);
const { McpClient } = await import(entry);
if (url !== undefined) await new McpClient({ url }).initialize().catch(() => undefined);
for (const name of process.moduleLoadList) if (!before.has(name)) process.stdout.write(`node ${name}\n`);
