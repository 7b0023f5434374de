import type { Language } from '../support/language.ts';
import type { Era } from './client/connect.ts';
import type { ServerKind, Step } from './exchange.ts';

export interface TwoErasWords {
  readonly help: string;
  readonly title: readonly string[];
  readonly column: (kind: ServerKind, revision: string) => string;
  readonly steps: Readonly<Record<Step | 'end', string>>;
  /** What to look at in a step. */
  readonly remarks: Readonly<Record<Step | 'end', readonly string[]>>;
  readonly others: readonly string[];
  readonly pair: (client: string, server: string) => string;
  readonly clients: Readonly<Record<Era, string>>;
  readonly servers: Readonly<Record<ServerKind, string>>;
  /** By client and server. */
  readonly meanings: Readonly<Record<string, readonly string[]>>;
  readonly works: (revision: string, sum: string) => string;
  readonly fails: (why: string) => string;
  readonly table: string;
  readonly corner: string;
  readonly worksShort: (revision: string) => string;
  readonly failsShort: (code: string) => string;
}

const en: TwoErasWords = {
  help: `pnpm demo two-eras [options]

  One client meets a server of 2025-11-25 and one of 2026-07-28: both exchanges
  side by side, then what each kind of client meets at each kind of server.

  --stacked   one exchange below the other instead of side by side: for screen
              readers, and for copying

  Exit codes: 0 all went as it should, 1 something did not, 2 wrong words here,
  130 interrupted.`,
  title: [
    'A calculator in two eras of the protocol. On the wire each message is one line;',
    'here it is broken to fit, and …/ stands for io.modelcontextprotocol/.',
  ],
  column: (kind, revision) => (kind === 'legacy' ? `LEGACY, ${revision}` : `MODERN, ${revision}`),
  steps: {
    begin: '1. Who is there, and which revision do we speak?',
    list: '2. Which tools are there?',
    call: '3. How much is 6 + 7?',
    end: '4. The end: stdin is ended, in both eras.',
  },
  remarks: {
    begin: [
      'Legacy: a handshake, and from now on the connection has a state.',
      'Modern: a question that may be left out; nothing is remembered afterwards.',
    ],
    list: [
      'Modern: version and capabilities come with every request, in _meta. The answer',
      'says of what type it is, and how long it may be kept (ttlMs, cacheScope).',
    ],
    call: ['The tool, its arguments and its content are the same in both.'],
    end: ['There is no message that says goodbye in either.'],
  },
  others: ['What each client meets: the beginning of each conversation.'],
  pair: (client, server) => `${client}, ${server}`,
  clients: { legacy: 'legacy client', modern: 'modern-only client', auto: 'client that picks' },
  servers: { legacy: 'legacy server', modern: 'modern-only server' },
  meanings: {
    'legacy modern': ['The server names what it speaks. This client does not know that revision.'],
    'modern legacy': ['The server does not know the method. Another client could fall back now.'],
    'auto legacy': ['An error that is none of the modern ones, whatever its code: so legacy it is.'],
    'auto modern': ['A list of versions, and ours is among them: modern, and no handshake.'],
  },
  works: (revision, sum) => `✓ works: ${revision}, 6 + 7 → ${sum}`,
  fails: (why) => `✗ fails: ${why}`,
  table: 'All six together:',
  corner: 'client',
  worksShort: (revision) => `✓ works, ${revision}`,
  failsShort: (code) => `✗ fails, ${code}`,
};

const zh: TwoErasWords = {
  help: `pnpm demo two-eras [选项]

  同一个客户端分别遇到 2025-11-25 和 2026-07-28 的服务器：先把两场对话并排
  显示，再看每种客户端遇到每种服务器会怎样。

  --stacked   两场对话一上一下，不并排：便于读屏软件朗读，也便于复制

  退出码：0 一切如预期，1 有地方不对，2 命令写错了，130 被中断。`,
  title: [
    '同一个计算器，协议的两个时代。每条消息在线上都只是一行；这里为了放得下才',
    '折成几行，…/ 代表 io.modelcontextprotocol/。',
  ],
  column: (kind, revision) => (kind === 'legacy' ? `旧时代，${revision}` : `新时代，${revision}`),
  steps: {
    begin: '1. 你是谁？我们说哪个版本？',
    list: '2. 有哪些工具？',
    call: '3. 6 + 7 等于多少？',
    end: '4. 结束：两个时代都是关掉 stdin。',
  },
  remarks: {
    begin: ['旧时代：先握手，从此这条连接就有了状态。', '新时代：只是一个问题，不问也行；问过之后什么都不记。'],
    list: [
      '新时代：每个请求都在 _meta 里带上版本和能力。回答会说明自己是哪一类，',
      '以及可以保存多久（ttlMs、cacheScope）。',
    ],
    call: ['工具、参数、内容，两边都一样。'],
    end: ['两个时代都没有“再见”这条消息。'],
  },
  others: ['各种客户端各遇到什么：每场对话的开头。'],
  pair: (client, server) => `${client}，${server}`,
  clients: { legacy: '旧客户端', modern: '只会新的客户端', auto: '会选的客户端' },
  servers: { legacy: '旧服务器', modern: '只会新的服务器' },
  meanings: {
    'legacy modern': ['服务器说出了它会的版本，可是这个客户端不认识。'],
    'modern legacy': ['服务器不认识这个方法。换一个会选的客户端，这时就会退回去握手。'],
    'auto legacy': ['来的错误不是新时代特有的，不管是哪个码，都说明这是旧服务器。'],
    'auto modern': ['来的是一张版本表，里面有我们会的：新时代，不用握手。'],
  },
  works: (revision, sum) => `✓ 能用：${revision}，6 + 7 → ${sum}`,
  fails: (why) => `✗ 不行：${why}`,
  table: '六种情况放在一起：',
  corner: '客户端',
  worksShort: (revision) => `✓ 能用，${revision}`,
  failsShort: (code) => `✗ 不行，${code}`,
};

export const twoErasWords: Readonly<Record<Language, TwoErasWords>> = { en, 'zh-CN': zh };
