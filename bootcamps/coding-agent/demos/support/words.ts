import { AnswerError, ClosedError, RpcError, TimeoutError, type Dropped } from '../calculator/client/message.ts';
import { RevisionError } from '../calculator/client/method.ts';
import type { Ending } from '../calculator/client/transport.ts';
import type { Language } from './language.ts';
import type { UsageError } from './options.ts';
import { printable } from './text.ts';

/** What all demos say. Each has a file of words of its own beside it. */
export interface Words {
  readonly sent: string;
  readonly received: string;
  readonly dropped: string;
  readonly why: Readonly<Record<Dropped, string>>;
  readonly cut: (count: number) => string;
  readonly closing: string;
  readonly ending: (ending: Ending) => string;
  readonly logged: string;
  readonly interrupted: string;
  readonly error: (error: unknown) => string;
  readonly usage: (error: UsageError) => string;
  readonly noDemo: (name: string) => string;
}

const en: Words = {
  sent: 'sent',
  received: 'received',
  dropped: 'dropped',
  why: {
    'not JSON': 'this line is not JSON: a log on stdout, perhaps',
    'no JSON-RPC message': 'this line is no JSON-RPC message',
    'nobody waits for this id': 'nobody waits for an answer with this id (any more)',
  },
  cut: (count) => `… (${count} more characters)`,
  closing: 'Closing: stdin is ended. A server that keeps the rules goes by itself.',
  ending: (ending) => {
    switch (ending.kind) {
      case 'exited':
        return ending.signal === null
          ? `the server exited with code ${ending.exitCode}`
          : `the server was ended by ${ending.signal}`;
      case 'not-started':
        return `the server could not be started: ${ending.message}`;
      case 'line-too-long':
        return `the server sent a line of more than ${ending.maxLineBytes} bytes`;
      default:
        return ending satisfies never;
    }
  },
  logged: 'What the server logged (on stderr, never on stdout):',
  interrupted: 'interrupted: the server is ended, nothing is left running',
  error: (error) => {
    if (error instanceof RpcError) return `JSON-RPC error ${error.code}: ${error.message}`;
    if (error instanceof AnswerError) return 'the answer of the server is no object';
    if (error instanceof TimeoutError) return `no answer to ${error.method} within ${error.timeoutMs} ms`;
    if (error instanceof RevisionError)
      return `no common revision: the server speaks ${error.offered.join(', ') || 'none that it names'}`;
    if (error instanceof ClosedError)
      return error.ending === undefined ? 'the connection was closed' : en.ending(error.ending);
    return error instanceof Error ? error.message : String(error);
  },
  usage: ({ problem }) => {
    switch (problem.kind) {
      case 'unknown-word':
        return `what is "${problem.word}"? No option has this name.`;
      case 'missing-value':
        return `${problem.word} wants a value behind it.`;
      case 'needless-value':
        return `${problem.word} takes no value.`;
      case 'repeated':
        return `${problem.word} stands there twice.`;
      case 'wrong-value':
        return `${problem.word} cannot be "${problem.value}".`;
      case 'needs':
        return `${problem.word} makes sense only together with ${problem.other}.`;
      default:
        return problem satisfies never;
    }
  },
  noDemo: (name) => `There is no demo "${printable(name)}".`,
};

const zh: Words = {
  sent: '发出',
  received: '收到',
  dropped: '丢弃',
  why: {
    'not JSON': '这一行不是 JSON：多半是日志跑到 stdout 上了',
    'no JSON-RPC message': '这一行不是 JSON-RPC 消息',
    'nobody waits for this id': '没有人在等（或者不再等）这个 id 的回答',
  },
  cut: (count) => `…（后面还有 ${count} 个字符）`,
  closing: '收尾：关掉服务器的 stdin，守规矩的服务器自己就会退出。',
  ending: (ending) => {
    switch (ending.kind) {
      case 'exited':
        return ending.signal === null ? `服务器已退出，退出码 ${ending.exitCode}` : `服务器被 ${ending.signal} 结束`;
      case 'not-started':
        return `服务器启动不了：${ending.message}`;
      case 'line-too-long':
        return `服务器发来的一行超过了 ${ending.maxLineBytes} 字节`;
      default:
        return ending satisfies never;
    }
  },
  logged: '服务器写的日志（在 stderr 上，绝不在 stdout 上）：',
  interrupted: '已中断：服务器已经结束，没有留下任何进程',
  error: (error) => {
    if (error instanceof RpcError) return `JSON-RPC 错误 ${error.code}：${error.message}`;
    if (error instanceof AnswerError) return '服务器的回答不是对象';
    if (error instanceof TimeoutError) return `${error.timeoutMs} 毫秒内没有等到 ${error.method} 的回答`;
    if (error instanceof RevisionError)
      return `没有共同的协议版本：服务器支持 ${error.offered.join('、') || '（没有说）'}`;
    if (error instanceof ClosedError) return error.ending === undefined ? '连接已经关闭' : zh.ending(error.ending);
    return error instanceof Error ? error.message : String(error);
  },
  usage: ({ problem }) => {
    switch (problem.kind) {
      case 'unknown-word':
        return `“${problem.word}”是什么？没有这个选项。`;
      case 'missing-value':
        return `${problem.word} 后面要跟一个值。`;
      case 'needless-value':
        return `${problem.word} 不需要值。`;
      case 'repeated':
        return `${problem.word} 写了两次。`;
      case 'wrong-value':
        return `${problem.word} 不能是“${problem.value}”。`;
      case 'needs':
        return `${problem.word} 要和 ${problem.other} 一起用才有意义。`;
      default:
        return problem satisfies never;
    }
  },
  noDemo: (name) => `没有叫“${printable(name)}”的演示。`,
};

export const wordsIn: Readonly<Record<Language, Words>> = { en, 'zh-CN': zh };

/** What a server said comes through here on its way to a terminal. */
export function errorText(words: Words, error: unknown): string {
  return printable(words.error(error));
}
