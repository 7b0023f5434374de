import type { HalfDone } from './half-done.ts';

/** Clients of lab 33 as learners have them half-way; the changes are to `src/mcp-client.ts`. */
export const halfDoneClients: readonly HalfDone[] = [
  {
    name: 'one slot for all, and no look at the id',
    after: '01-ids',
    edits: [{ from: ' && this.#waiting?.id === message.id) {', to: ' && this.#waiting) {' }],
    mistake: 'current-resolve',
  },
  {
    name: 'one slot, as the first step has it',
    after: '01-ids',
    edits: [],
    mistake: 'one-slot',
  },
  {
    name: 'the oldest request gets the next answer',
    after: '02-settle',
    edits: [
      {
        from: 'this.#settle(message.id, message.outcome);',
        to: 'this.#settle([...this.#pending.keys()][0] ?? 0, message.outcome);',
      },
    ],
    mistake: 'fifo-matching',
  },
  {
    name: 'ids are counted from the size of the map',
    after: '03-timeout',
    edits: [
      { from: '      const id = this.#nextId;\n', to: '      const id = this.#pending.size + 1;\n' },
      { from: '      this.#nextId += 1;\n', to: '' },
      { from: '  #nextId = 1;\n', to: '' },
    ],
    mistake: 'ids-reused',
  },
  {
    name: 'an error is handed out like a result',
    after: '02-settle',
    edits: [
      {
        from: "    if ('error' in outcome) pending.reject(outcome.error);\n    else pending.resolve(outcome.result);\n",
        to: "    pending.resolve('error' in outcome ? { content: outcome.error.message } : outcome.result);\n",
      },
      { from: '(resolve, reject) => {', to: '(resolve) => {' },
      { from: 'set(id, { resolve, reject });', to: 'set(id, { resolve });' },
      { from: '  readonly reject: (error: Error) => void;\n', to: '' },
    ],
    mistake: 'error-as-result',
  },
  {
    name: 'an error of one call ends the client',
    after: '02-settle',
    edits: [
      {
        from: "    if ('error' in outcome) pending.reject(outcome.error);\n",
        to: "    if ('error' in outcome) {\n      pending.reject(outcome.error);\n      void this.#end(outcome.error);\n    }\n",
      },
      {
        from: '    else pending.resolve(outcome.result);\n',
        to: '    if (!("error" in outcome)) pending.resolve(outcome.result);\n',
      },
    ],
    mistake: 'error-ends-client',
  },
  {
    name: 'ids and map are right, and there is nothing else yet',
    after: '02-settle',
    edits: [],
    mistake: 'no-timeout',
  },
  {
    name: 'all but the timeout is there',
    after: '05-exit',
    edits: [
      {
        from: 'const { signal, timeoutMs = this.#options.requestTimeoutMs } = options;',
        to: 'const { signal } = options;',
      },
      {
        from: `      const timer = setTimeout(() => {
        this.#settle(id, { error: new McpClientError('MCP_TIMEOUT', \`\${method}: no answer within \${timeoutMs} ms\`) });
      }, timeoutMs);
`,
        to: '',
      },
      { from: '        clearTimeout(timer);\n', to: '' },
    ],
    mistake: 'no-timeout',
  },
  {
    name: 'the timeout rejects and leaves the entry in the map',
    after: '03-timeout',
    edits: [
      {
        from: "        this.#settle(id, { error: new McpClientError('MCP_TIMEOUT', `${method}: no answer within ${timeoutMs} ms`) });\n",
        to: "        reject(new McpClientError('MCP_TIMEOUT', `${method}: no answer within ${timeoutMs} ms`));\n",
      },
    ],
    mistake: 'timeout-keeps-entry',
  },
  {
    name: 'the timeout is a race beside the map',
    after: '02-settle',
    edits: [
      { from: '_options: RequestOptions): Promise<unknown> {', to: 'options: RequestOptions): Promise<unknown> {' },
      {
        from: '    return new Promise((resolve, reject) => {\n      const id',
        to: `    const { timeoutMs = this.#options.requestTimeoutMs } = options;
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new McpClientError('MCP_TIMEOUT', 'no answer in time')), timeoutMs);
    });
    const answered = new Promise((resolve, reject) => {
      const id`,
      },
      {
        from: '      });\n    });\n  }\n\n  #settle',
        to: '      });\n    });\n    return Promise.race([answered, tooLate]).finally(() => clearTimeout(timer));\n  }\n\n  #settle',
      },
    ],
    mistake: 'timeout-keeps-entry',
  },
  {
    name: 'the timer runs on after the answer',
    after: '03-timeout',
    edits: [
      { from: '      const timer = setTimeout(', to: '      setTimeout(' },
      { from: 'const release = (): void => clearTimeout(timer);', to: 'const release = (): void => {};' },
    ],
    mistake: 'timer-not-cleared',
  },
  {
    name: 'one timeout ends the client',
    after: '03-timeout',
    edits: [
      {
        from: "        this.#settle(id, { error: new McpClientError('MCP_TIMEOUT', `${method}: no answer within ${timeoutMs} ms`) });\n",
        to: `        const error = new McpClientError('MCP_TIMEOUT', \`\${method}: no answer within \${timeoutMs} ms\`);
        this.#settle(id, { error });
        void this.#end(error);
`,
      },
    ],
    mistake: 'timeout-ends-client',
  },
  {
    name: 'the abort listener stays on the signal',
    after: '04-abort',
    edits: [{ from: "        signal?.removeEventListener('abort', onAbort);\n", to: '' }],
    mistake: 'listener-not-removed',
  },
  {
    name: 'a signal that is aborted already is not looked at',
    after: '04-abort',
    edits: [{ from: '      if (signal?.aborted) throw aborted(method);\n', to: '' }],
    mistake: 'aborted-still-sends',
  },
  {
    name: 'an abort is told as a timeout',
    after: '04-abort',
    edits: [
      {
        from: 'this.#settle(id, { error: aborted(method) });',
        to: "this.#settle(id, { error: new McpClientError('MCP_TIMEOUT', 'given up') });",
      },
    ],
    mistake: 'abort-is-timeout',
  },
  {
    name: 'the signal is not used, the exit is',
    after: '05-exit',
    edits: [
      { from: "      signal?.addEventListener('abort', onAbort);\n", to: '' },
      { from: "        signal?.removeEventListener('abort', onAbort);\n", to: '' },
      { from: '      const onAbort = (): void => this.#settle(id, { error: aborted(method) });\n', to: '' },
    ],
    mistake: 'abort-ignored',
  },
  {
    name: 'nobody is told of the exit',
    after: '04-abort',
    edits: [],
    mistake: 'exit-forgotten',
  },
  {
    name: 'only the first waiting call is told of the exit',
    after: '05-exit',
    edits: [
      {
        from: 'for (const id of this.#pending.keys()) this.#settle(id, { error: reason });',
        to: 'this.#settle([...this.#pending.keys()][0] ?? 0, { error: reason });',
      },
    ],
    mistake: 'exit-first-only',
  },
];
