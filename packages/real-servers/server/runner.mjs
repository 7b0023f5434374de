// As package runners do it: the server is the child of a child, and only its pipes reach the client.
import { spawn } from 'node:child_process';

const server = spawn(process.execPath, process.argv.slice(2), { stdio: 'inherit' });
server.on('exit', (code) => process.exit(code ?? 1));
