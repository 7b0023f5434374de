import type { trace } from './trace.ts';

/** `pnpm lesson trace` 的中文文字。 */
export const traceZhCn: typeof trace = {
  none: (id, known) => `${id} 没有可画的内容。有的是：${known}`,
  badOpen: (text) => `--open 只能是 auto 或 never，不能是“${text}”`,
  playing: '正在让几个客户端向同样的服务器提问……',
  building: '正在生成网页要用的文件，只需要这一次……',
  unsafe: (id) => `不安全的客户端（${id}）`,
  solution: '参考答案',
  mine: '你的客户端',
  legend: '#2：id 为 2 的请求或它的回答 · → 发给服务器，← 交给调用者，× 没有交给任何人',
  own: '自己的回答',
  others: (owner) => `${owner} 的回答`,
  somethingElse: '别的东西',
  error: '得知出错',
  givesUp: '放弃',
  inVain: '白等一场',
  untold: '没有任何消息',
  tooLate: '来晚了，丢弃',
  lost: (owner) => `${owner} 的回答，弄丢了`,
  server: '服务器',
  lateShort: '来晚了',
  lostShort: '弄丢了',
  answerOf: (owner) => `${owner} 的回答`,
  verdict: (title, { wrong, inVain, all }) =>
    wrong + inVain === 0
      ? `${title}：${all} 个调用者，没有谁拿到别人的回答，也没有谁白等。`
      : `${title}：${all} 个调用者里，${wrong} 个拿到别人的回答，${inVain} 个白等一场。`,
  wrongAnswer: (caller, owner) => `${caller} 拿到的是 ${owner} 的回答`,
  waitedInVain: (caller) => `${caller} 白等一场`,
  notProtocol: '有一行不是协议消息',
  failed: (title, why) => `${title}中途停下了：${why}`,
  stopped: (title, how) => `${title}没有走到最后：${how}。`,
  how: {
    exit: '进程自己退出了',
    timeout: (seconds) => `过了 ${seconds} 秒，只好结束它`,
    'output-limit': '打印的内容太多，只好结束它',
    'memory-limit': '占用的内存太多，只好结束它',
  },
  waiting: (titles, seconds) =>
    `还在等：${titles.join('、')}。总共满 ${seconds} 秒还没有走到最后的会被结束，然后显示到那时为止看到的内容。按 Ctrl-C 可以现在就结束。`,
  printed: (title) => `${title}打印了：`,
  printedEnd: (title, { bytes, lines }) => `${title}打印了 ${bytes.toLocaleString('zh-CN')} 字节，最后 ${lines} 行是：`,
  truncated: (text) => `${text}……（已截断）`,
  left: '结束时还有进程活着（现在已经替你结束了）：',
  differs: '你的客户端和参考答案的表现还不一样。',
  same: '你的客户端和参考答案的表现一样。',
  page: '在浏览器里看同样的内容，还带时间：',
  noPage: (why) => `没能生成网页：${why}`,
};
