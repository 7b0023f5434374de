// Speaks both eras: what a client begins with decides. With `--modern-only` it refuses `initialize`.
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { makeServer } from './make-server.mjs';

serveStdio(makeServer, { legacy: process.argv.includes('--modern-only') ? 'reject' : 'serve' });
