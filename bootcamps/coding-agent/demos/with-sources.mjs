/**
 * `node --import …/with-sources.mjs demo.ts`: TypeScript as it is, and `@coding-agent/extensions` from its sources, so that
 * a demo runs on a fresh install, before anything was built.
 */
import { fileURLToPath } from 'node:url';

process.env['TSX_TSCONFIG_PATH'] = fileURLToPath(new URL('tsconfig.json', import.meta.url));
// @ts-expect-error -- it has no types: it is imported for what it does
await import('tsx');
