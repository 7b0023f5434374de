import type { Language } from '../support/language.ts';

export interface CalculatorWords {
  readonly help: string;
  readonly title: readonly string[];
  readonly server: (pid: number | undefined) => string;
  /** By the method that begins it. */
  readonly steps: Readonly<Record<string, string>>;
  readonly heard: (token: string, message: string) => string;
  readonly answer: (left: string, right: string) => string;
  readonly toolError: (left: string, why: string) => string;
  readonly failures: string;
  readonly division: string;
  readonly noTool: string;
  readonly noMethod: string;
  readonly pending: (count: number) => string;
  readonly tools: (server: string, revision: string, count: number) => string;
  readonly called: (name: string) => string;
  readonly calledInVain: (name: string) => string;
}

const en: CalculatorWords = {
  help: `pnpm demo calculator [options]

  A client of three layers calls a calculator, and shows every line of the wire.

  --server <command> [args…]   talk to another stdio server, list its tools;
                               the command goes on up to the next option of the
                               demo; after "--server --" every word is its own
  --call <tool>                with --server: call this tool, too
  --args <json>                with --call: its arguments, a JSON object
  --timeout <ms>               how long a request may wait (default 30000)

  Exit codes: 0 all went well, 1 something failed, 2 wrong words here,
  130 interrupted.`,
  title: [
    'A client of three layers calls a calculator. Each message is one line of JSON.',
    '  method     what is asked: initialize, tools/list, tools/call',
    '  message    who waits for which answer: ids, timeouts, notifications',
    '  transport  how lines get there: a process, its stdin and its stdout',
  ],
  server: (pid) => `The server (pid ${pid ?? 'none'}):`,
  steps: {
    initialize: 'Step 1 of 4, initialize: who are you, and which revision do we speak?',
    'notifications/initialized': 'Step 2 of 4, notifications/initialized: no id, so nobody answers.',
    'tools/list': 'Step 3 of 4, tools/list: what can you do?',
    'tools/call': 'Step 4 of 4, tools/call: do it.',
  },
  heard: (token, message) => `onNotification hears of ${token}: ${message}`,
  answer: (left, right) => `${left} → ${right}`,
  toolError: (left, why) => `${left} → tool error (isError): ${why}`,
  failures: 'Three ways to fail. The connection survives all of them.',
  division: 'The tool fails: a result that says isError, for the model to read.',
  noTool: 'A tool that does not exist: a JSON-RPC error, for the program to handle.',
  noMethod: 'A method that does not exist: a JSON-RPC error, too.',
  pending: (count) => `Requests that still wait: ${count}`,
  tools: (server, revision, count) => `${server} speaks ${revision}; tools: ${count}`,
  called: (name) => `${name} answered:`,
  calledInVain: (name) => `${name} failed (isError):`,
};

const zh: CalculatorWords = {
  help: `pnpm demo calculator [选项]

  三层的客户端调用一个计算器，把线上的每一行都显示出来。

  --server <命令> [参数…]   改为连接这个 stdio 服务器，列出它的工具；命令一直
                            写到演示自己的下一个选项为止，写成“--server --”
                            则后面的词全归它
  --call <工具>             和 --server 一起用：再调用这个工具
  --args <json>             和 --call 一起用：它的参数，一个 JSON 对象
  --timeout <毫秒>          一个请求最多等多久（默认 30000）

  退出码：0 一切顺利，1 有东西失败，2 命令写错了，130 被中断。`,
  title: [
    '三层的客户端调用一个计算器。每条消息就是一行 JSON。',
    '  方法层    问什么：initialize、tools/list、tools/call',
    '  消息层    谁在等哪个回答：id、超时、通知',
    '  传输层    行怎么送到：一个进程，它的 stdin 和 stdout',
  ],
  server: (pid) => `服务器 (pid ${pid ?? '无'})：`,
  steps: {
    initialize: '第 1 步（共 4 步）initialize：你是谁？我们说哪个版本？',
    'notifications/initialized': '第 2 步（共 4 步）notifications/initialized：没有 id，所以没人回答。',
    'tools/list': '第 3 步（共 4 步）tools/list：你会做什么？',
    'tools/call': '第 4 步（共 4 步）tools/call：做吧。',
  },
  heard: (token, message) => `onNotification 听到 ${token} 的进度：${message}`,
  answer: (left, right) => `${left} → ${right}`,
  toolError: (left, why) => `${left} → 工具错误（isError）：${why}`,
  failures: '三种失败。三次之后，连接都照样能用。',
  division: '工具失败：结果里写着 isError，给模型看。',
  noTool: '没有这个工具：JSON-RPC 错误，由程序处理。',
  noMethod: '没有这个方法：也是 JSON-RPC 错误。',
  pending: (count) => `还在等的请求：${count}`,
  tools: (server, revision, count) => `${server} 说的是 ${revision}；工具数：${count}`,
  called: (name) => `${name} 的回答：`,
  calledInVain: (name) => `${name} 失败了（isError）：`,
};

export const calculatorWords: Readonly<Record<Language, CalculatorWords>> = { en, 'zh-CN': zh };
