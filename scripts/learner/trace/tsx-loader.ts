import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/** For `node --import <this>`: TypeScript as it is, in a process that is started elsewhere. */
export const tsxLoader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
