import type { Language } from '../support/language.ts';

export interface BridgeWords {
  readonly help: string;
  readonly title: string;
  readonly own: string;
  readonly ownTool: string;
  readonly mounted: string;
  readonly joined: string;
  readonly failed: string;
  readonly checked: string;
  readonly changed: (added: string) => string;
  readonly undone: string;
  readonly gone: string;
  readonly registry: string;
  readonly called: (call: string) => string;
  readonly returned: string;
  readonly threw: (name: string) => string;
  readonly lateChange: string;
  readonly ended: string;
}

const en: BridgeWords = {
  help: `pnpm demo registry-bridge

  The tools of a server in the registry of an agent: mounted, called, refreshed
  when the server changes its list, and taken out again.

  Exit codes: 0 all went as it should, 1 something did not, 2 wrong words here,
  130 interrupted.`,
  title: "A server's tools in the registry of an agent.",
  own: '1. The agent has a tool of its own.',
  ownTool: 'Says which day it is.',
  mounted: '2. mountToRegistry: the tools of the server, under its name.',
  joined: '3. The text blocks of a result, joined by newlines.',
  failed: '4. isError is thrown, with the text of the tool.',
  checked: '5. Arguments that do not fit the schema are never sent.',
  changed: (added) => `6. The server changed its list with the first note; now there is ${added}.`,
  undone: '7. unmount: all that came is gone, and the tool of the agent is still there.',
  gone: '8. What is gone cannot be called.',
  registry: 'registry ',
  called: (call) => `call     ${call}`,
  returned: 'returns  ',
  threw: (name) => `throws   ${name}: `,
  lateChange: 'the registry did not hear of the change',
  ended: '■ closed: the server has ended',
};

const zh: BridgeWords = {
  help: `pnpm demo registry-bridge

  把一个服务器的工具装进智能体的注册表：装上、调用、服务器改了列表就跟着刷新、
  最后再取下来。

  退出码：0 一切如预期，1 有地方不对，2 命令写错了，130 被中断。`,
  title: '把服务器的工具装进智能体的注册表。',
  own: '1. 智能体自己有一个工具。',
  ownTool: '说出今天是星期几。',
  mounted: '2. mountToRegistry：服务器的工具，都挂在它的名字下面。',
  joined: '3. 结果里的文本块，用换行连起来。',
  failed: '4. isError 会被抛出来，带着工具自己的话。',
  checked: '5. 不符合 schema 的参数，根本不会发出去。',
  changed: (added) => `6. 有了第一条笔记，服务器就改了列表；现在多了 ${added}。`,
  undone: '7. unmount：装上的都取下来了，智能体自己的工具还在。',
  gone: '8. 取下来的就调不了了。',
  registry: '注册表   ',
  called: (call) => `调用     ${call}`,
  returned: '返回     ',
  threw: (name) => `抛出     ${name}: `,
  lateChange: '注册表没有听到变化',
  ended: '■ 已关闭：服务器已经结束',
};

export const bridgeWords: Readonly<Record<Language, BridgeWords>> = { en, 'zh-CN': zh };
