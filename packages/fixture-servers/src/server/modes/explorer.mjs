/**
 * Offers tools that try what a sandbox may forbid: `read`, `write` and `list` a path, `connect` to a port of this machine,
 * `spawn` a helper in a session of its own, which lives on when the server has ended, and `whoami`. What fails is a tool
 * error with the system's code.
 *
 * Serves M-09.
 */
import { spawn } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';

/** @import { FixtureTool } from '../types.ts' */

const helper = fileURLToPath(new URL('../grandchild.mjs', import.meta.url));

/** @type {import('../types.ts').CreateMode} */
export function createMode() {
  return {
    tools: [
      pathTool('read', 'Reads a file.', (path) => readFileSync(path, 'utf8')),
      pathTool('list', 'Lists a folder.', (path) => readdirSync(path).join('\n')),
      pathTool('write', 'Writes a file.', (path) => {
        writeFileSync(path, 'written');
        return 'written';
      }),
      {
        name: 'connect',
        description: 'Connects to a port of this machine.',
        inputSchema: { type: 'object', properties: { port: { type: 'integer' } }, required: ['port'] },
        call(call) {
          const socket = connect({ host: '127.0.0.1', port: Number(call.args['port']) });
          socket.once('connect', () => {
            socket.destroy();
            call.text('connected');
          });
          socket.once('error', (error) => call.text(codeOf(error), true));
        },
      },
      {
        name: 'spawn',
        description: 'Starts a helper that leaves the session and does not end with the server.',
        inputSchema: { type: 'object' },
        call(call, server) {
          const options = { detached: true, stdio: /** @type {const} */ ('ignore') };
          const child = spawn(process.execPath, [helper, String(server.options.selfKillMs)], options);
          child.once('spawn', () => call.text(String(child.pid)));
          child.once('error', (error) => call.text(codeOf(error), true));
          child.unref();
        },
      },
      {
        name: 'whoami',
        description: 'Says as whom, where and with which variables the server runs.',
        inputSchema: { type: 'object' },
        call(call) {
          const { env, pid } = process;
          const [uid, gid, groups] = [process.getuid?.(), process.getgid?.(), process.getgroups?.()];
          call.text(JSON.stringify({ uid, gid, groups, pid, cwd: process.cwd(), env }));
        },
      },
    ],
  };
}

/**
 * @param {string} name
 * @param {string} description
 * @param {(path: string) => string} work
 * @returns {FixtureTool}
 */
function pathTool(name, description, work) {
  return {
    name,
    description,
    inputSchema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
    call(call) {
      try {
        call.text(work(String(call.args['path'])));
      } catch (error) {
        call.text(codeOf(error), true);
      }
    },
  };
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
