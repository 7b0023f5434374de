import type { Language } from '../support/language.ts';
import type { Step } from './wire.ts';

export const ways = ['stdio', 'http'] as const;
export type Way = (typeof ways)[number];

type OfWays<T> = Readonly<Record<Way, T>>;

export interface TwoWaysWords {
  readonly help: string;
  readonly title: readonly string[];
  readonly oneLine: string;
  readonly columns: OfWays<string>;
  readonly steps: Readonly<Record<Step | 'again' | 'end', string>>;
  /** What to look at in a step. */
  readonly remarks: Readonly<Record<Step | 'again' | 'end', readonly string[]>>;
  readonly closed: string;
  readonly progress: (message: string) => string;
  readonly sum: (sum: string) => string;
  readonly toolError: (why: string) => string;
  readonly fails: (which: 'this' | 'next', code: string) => string;
  readonly outcome: (detail: string, outcome: string) => string;
  readonly exitCode: (code: number) => string;
  readonly again: OfWays<readonly string[]>;
  readonly end: (way: Way, exitCode: number | null) => readonly string[];
  readonly differences: string;
  readonly table: readonly (OfWays<string> & { readonly what: string })[];
}

const en: TwoWaysWords = {
  help: `pnpm demo two-ways [options]

  One calculator, reached by one client over stdio and over Streamable HTTP:
  both exchanges side by side, as the servers wrote them down.

  --stacked   one exchange below the other instead of side by side: for screen
              readers, and for copying

  Exit codes: 0 all went as it should, 1 something did not, 2 wrong words here,
  130 interrupted.`,
  title: [
    'A calculator over two ways, in the era of 2026-07-28. Each server wrote down',
    'what came and what it said. A message is one line; here it is broken to fit.',
    '…/ stands for io.modelcontextprotocol/, a lone … for what was there before.',
  ],
  oneLine: 'The client is the same, but for one line:',
  columns: { stdio: 'STDIO', http: 'STREAMABLE HTTP' },
  steps: {
    begin: '1. Who is there?',
    list: '2. Which tools are there?',
    sum: '3. How much is 6 + 7? And tell me how far you are.',
    division: '4. How much is 1 / 0?',
    back: '5. A call is taken back while the server works.',
    gone: '6. The server goes in the middle of a call.',
    again: '7. Once more: how much is 6 + 7?',
    end: '8. The end.',
  },
  remarks: {
    begin: [
      'stdio: the key came in the environment, before the first line.',
      'HTTP: each message is a request of its own. Headers repeat what it says, for',
      'those on the way who read no bodies. The first five come with every request.',
    ],
    list: ['The message is the same, to the byte.'],
    sum: [
      'HTTP: more than one message comes back, so the answer is a stream of events, and',
      'it ends with the result. On the pipe all calls share one stream.',
    ],
    division: ['HTTP: status 200. The tool has failed, and not the request.'],
    back: [
      'stdio: a notification, or the pipe would be closed for all calls.',
      'HTTP: the stream of this call is closed, and that says it.',
    ],
    gone: [
      'Whether the call was executed, nobody knows: "unknown", over both ways. What is',
      'called afterwards was not sent, and may be sent again.',
    ],
    again: [
      'stdio: the connection was the process, and has gone with it.',
      'HTTP: there was no connection to lose; somebody started the server anew.',
    ],
    end: ['There is no message that says goodbye, over either way.'],
  },
  closed: 'the connection is closed',
  progress: (message) => `onProgress hears: ${message}`,
  sum: (sum) => `✓ 6 + 7 → ${sum}`,
  toolError: (why) => `✓ 1 / 0 → isError: ${why}`,
  fails: (which, code) => `✗ ${which === 'this' ? 'this call' : 'the next'}: ${code}`,
  outcome: (detail, outcome) => `  ${detail === '' ? '' : `${detail}, `}outcome: ${outcome}`,
  exitCode: (code) => `exit code ${code}`,
  again: { stdio: ['A new client starts a new server:'], http: ['The same client:'] },
  end: (way, code) =>
    way === 'stdio'
      ? ['■ stdin is ended, so the server goes']
      : ['■ nothing is said, the server runs on', `■ ended by who started it: exit code ${code}`],
  differences: 'What is different:',
  table: [
    { what: 'who starts the server, and ends it', stdio: 'the client', http: 'somebody else' },
    { what: 'whose it is', stdio: 'of this client alone', http: 'of all who have address and key' },
    { what: 'a server that has gone', stdio: 'MCP_PROCESS_EXIT, for good', http: 'MCP_CONNECTION_FAILED, this call' },
    { what: 'how a call is taken back', stdio: 'notifications/cancelled', http: 'its stream is closed' },
    { what: 'where a secret travels', stdio: 'in the environment, once', http: 'in a header, each time' },
    { what: 'who is kept away', stdio: 'nobody else has the pipe', http: 'by Host, Origin, key, size' },
  ],
};

const zh: TwoWaysWords = {
  help: `pnpm demo two-ways [选项]

  同一个计算器，同一个客户端，一次走 stdio，一次走 Streamable HTTP：两场对话
  并排显示，都是服务器自己记下来的。

  --stacked   两场对话一上一下，不并排：便于读屏软件朗读，也便于复制

  退出码：0 一切如预期，1 有地方不对，2 命令写错了，130 被中断。`,
  title: [
    '同一个计算器，两条路，都是 2026-07-28 这个时代。收到什么、说了什么，由服务器',
    '自己记下。每条消息都只是一行，这里为了放得下才折成几行；…/ 代表',
    'io.modelcontextprotocol/，单独的 … 代表前面出现过的内容。',
  ],
  oneLine: '客户端是同一个，只有一行不同：',
  columns: { stdio: 'STDIO', http: 'STREAMABLE HTTP' },
  steps: {
    begin: '1. 你是谁？',
    list: '2. 有哪些工具？',
    sum: '3. 6 + 7 等于多少？算到哪儿了，也请告诉我。',
    division: '4. 1 / 0 等于多少？',
    back: '5. 服务器正在干活，调用被收回。',
    gone: '6. 调用进行到一半，服务器没了。',
    again: '7. 再问一次：6 + 7 等于多少？',
    end: '8. 结束。',
  },
  remarks: {
    begin: [
      'stdio：密钥走的是环境变量，第一行还没说就到了。',
      'HTTP：每条消息都是一个单独的请求。头把消息里的内容再说一遍，给路上那些不读',
      '正文的人看；前五个头每个请求都带。',
    ],
    list: ['消息一模一样，一个字节都不差。'],
    sum: ['HTTP：要回的消息不止一条，所以回答是一个事件流，以结果收尾。管道上，所有调', '用共用一条流。'],
    division: ['HTTP：状态码是 200。失败的是工具，不是请求。'],
    back: ['stdio：发一条通知；关管道的话，别的调用也全断了。', 'HTTP：关掉这个调用自己的流，就等于说了。'],
    gone: ['那个调用到底执行了没有，谁也不知道：两边都是 unknown。之后的调用根本没有发', '出去，可以再发。'],
    again: ['stdio：连接就是那个进程，进程没了，连接也没了。', 'HTTP：本来就没有连接可断；有人把服务器重新开了起来。'],
    end: ['两条路都没有“再见”这条消息。'],
  },
  closed: '连接关掉了',
  progress: (message) => `onProgress 听到：${message}`,
  sum: (sum) => `✓ 6 + 7 → ${sum}`,
  toolError: (why) => `✓ 1 / 0 → isError: ${why}`,
  fails: (which, code) => `✗ ${which === 'this' ? '这一次' : '下一次'}：${code}`,
  outcome: (detail, outcome) => `  ${detail === '' ? '' : `${detail}，`}outcome: ${outcome}`,
  exitCode: (code) => `退出码 ${code}`,
  again: { stdio: ['新的客户端，启动新的服务器：'], http: ['还是原来的客户端：'] },
  end: (way, code) =>
    way === 'stdio'
      ? ['■ stdin 关了，服务器就走']
      : ['■ 什么也不说，服务器接着运行', `■ 谁启动，谁结束：退出码 ${code}`],
  differences: '有什么不同：',
  table: [
    { what: '谁启动服务器，谁结束它', stdio: '客户端', http: '别人' },
    { what: '服务器归谁', stdio: '只归这个客户端', http: '有地址和密钥的都能用' },
    { what: '服务器没了', stdio: 'MCP_PROCESS_EXIT，到此为止', http: 'MCP_CONNECTION_FAILED，只此一次' },
    { what: '怎样收回一个调用', stdio: 'notifications/cancelled', http: '关掉它的流' },
    { what: '密钥走哪儿', stdio: '环境变量，一次', http: '请求头，每次' },
    { what: '怎样挡住外人', stdio: '管道没有第二个人', http: '查 Host、Origin、密钥、大小' },
  ],
};

export const twoWaysWords: Readonly<Record<Language, TwoWaysWords>> = { en, 'zh-CN': zh };
