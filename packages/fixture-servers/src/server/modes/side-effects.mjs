/**
 * Has a tool that does something outside: `append {file, end?}` appends a line to the file, and then answers (`answer`,
 * the default), says as a tool error that its session is over (`expire`), or ends the process unanswered, with exit code 7
 * (`exit`). How often it was really called can be counted in the file.
 *
 * Serves C-16, A-05, A-07.
 */
import { appendFileSync } from 'node:fs';

/** @type {import('../types.ts').CreateMode} */
export function createMode() {
  return {
    tools: [
      {
        name: 'append',
        description: 'Appends a line to a file.',
        inputSchema: {
          type: 'object',
          properties: { file: { type: 'string' }, end: { enum: ['answer', 'expire', 'exit'] } },
          required: ['file'],
        },
        call(call, server) {
          const { file, end = 'answer' } = call.args;
          if (typeof file !== 'string') return call.refuse(-32602, 'append needs a file');
          appendFileSync(file, 'called\n');
          if (end === 'exit') return server.exit({ code: 7 });
          call.text(end === 'expire' ? 'session expired, please reconnect' : 'appended', end === 'expire');
        },
      },
    ],
  };
}
