// Speaks the legacy era alone, as the SDK does without `serveStdio`.
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { makeServer } from './make-server.mjs';

await makeServer().connect(new StdioServerTransport());
