import type { RuleCode } from '../../lesson/rules/rule-examples.ts';
import type { RuleReason } from './rule-reasons.ts';

/** 规则本身的文字是英文的，所以中文还要说一遍“要求什么”。 */
export const ruleReasonsZhCn: Readonly<Record<RuleCode, RuleReason & { readonly says: string }>> = {
  R01: {
    says: 'lesson.json 符合 schema；id 不重复；提到的测试、套件、缺口、步骤都真实存在；文字都有中英两份。',
    why: '后面的一切都读它。名字写错一个，某项检查就会悄悄失效。',
    repair: '报告会指出位置，例如 wrong[2].mustFail[0].test。在编辑器里配上 lesson.schema.json，就知道哪里能写什么。',
  },
  R02: {
    says: '测试必须真的断言了什么：不能有光秃秃的 expect，不能 only、skip、重试或“预期失败”，也只能导入允许的模块。',
    why: '只写 expect(value) 不接匹配器，值是什么都会通过，光看运行结果发现不了。',
    repair:
      '把断言写完整；去掉 .only、.skip、.fails 和重试；只导入 vitest、node:*、fixture servers、../src 和 ./support。',
  },
  R03: {
    says: '每次运行都要能加载、能跑完，测试之外不能冒出错误；报告的测试必须正好是声明过的那些：各一次，一个都不跳过。',
    why: '没跑的测试和失败的测试看上去很像：钩子坏了会跳过测试，语法错误会让测试一个都不剩。',
    repair:
      '给每个测试写上 { meta: { id } }，并在 lesson.json > tests 里声明。如果一个都没报告，就找找是什么让文件加载不了。',
  },
  R04: {
    says: '参考答案每次都通过全部测试，不靠重试，类型检查也通过。',
    why: '时过时不过的答案，只会让人以为失败是运气不好。',
    repair: '单独跑一遍：pnpm --dir <lab>/solution test。如果报告说 flaky，就改成等事件，不要等时间。',
  },
  R05: {
    says: 'starter 里每个测试都严格按声明失败：先拿出声明的证据，再撞上声明的缺口，只撞一次；starter 能通过类型检查。',
    why: '因为手误而失败的 starter，看上去和“按声明失败”一模一样，直到学习者坐到它面前。',
    repair:
      '对照报告里的 declared 和 observed：把缺口放回原处，或者在 lesson.json > tests > starter 里声明新的失败方式。',
  },
  R06: {
    says: 'starter 的每次失败都用两种语言说明缺口，并告诉人怎么看提示；源码里用 TODO(<code>) 标出缺口。',
    why: '第一次失败是学习者最先读到的东西：缺什么、去哪里找帮助，都要写在里面。',
    repair: '在错误信息里写上缺口的中英文说明和 pnpm lesson hint <lesson> <test>，并在源码里标上 TODO(<code>)。',
  },
  R07: {
    says: '其他正确的设计也要通过全部测试和类型检查，证明测试没有只认参考答案。',
    why: '只有作者自己的写法才能通过的测试，是在惩罚独立思考的人。',
    repair: '看看失败的那个测试：如果它要求的比课文说的多，就改测试；否则修这份设计。',
  },
  R08: {
    says: '每份错误解法只犯一个像样的小错，能通过类型检查；它指名的测试必须以指名的信息失败，其余测试都通过。',
    why: '测试的价值在于它能拦住什么。每种已知的错误，都要被指名的测试以指名的理由抓住。',
    repair:
      '用 pnpm lesson wrong edit <lesson> <id> 展开，用 check --dir 看哪些测试抓住了它，用 wrong write 写回补丁，再改好 mustFail 和 mayFail。',
  },
  R09: {
    says: '每个测试都能抓住一份“其他大多数测试都通过”的错误解法；错误的种类足够多；mayFail 要少。',
    why: '从来没有被任何错误弄失败过的测试，也许根本就不会失败。',
    repair: '补一份只有它能抓住、别的测试大多放行的错误解法；实在不需要，就写上 exemptFromKill 并说明理由。',
  },
  R10: {
    says: '测试之间互不依赖：按文件顺序、倒序、打乱来跑，结果都一样。',
    why: '要靠前一个测试铺路的测试，单独一跑就会失败。',
    repair: '让每个测试自己准备需要的东西，并且不留下任何东西。报告里写着它是在哪种顺序下失败的。',
  },
  R11: {
    says: '每次运行都在时间、内存和输出的限制之内自己结束；没有报告就算超时，绝不算通过。机器做不到的事会如实说明，不算任何人的错。',
    why: '停不下来的运行不会有报告；没有上限，就只能一直等下去。',
    repair:
      '凡是可能卡住的地方，都给它一个带说明的期限（settlesWithin）。没有充分的理由，不要调高 lesson.json 里的限制。',
  },
  R12: {
    says: '运行结束后没有进程活着，没有端口在监听，没有定时器还在走；先清点再清理，并说明用的是哪种办法。',
    why: '活过测试的服务器会干扰下一次运行，也等于告诉别人泄漏没关系。',
    repair:
      '测试启动了什么就关掉什么，并证明它真的没了（waitUntilGone）。如果某种错误注定会留下进程，就写上 "leaves": true。',
  },
  R13: {
    says: '运行只往自己的临时目录里写；校验期间，课程的文件不能变。',
    why: '写到别处的东西，会改变下一次运行，甚至改变仓库。',
    repair: '只写到 os.tmpdir() 下面。如果是校验期间有文件变了，先别编辑，再校验一次。',
  },
  R14: {
    says: '每个测试在两种语言的 README 里都有一节，也都有三级提示，顺序一致；没有的测试不要解释。',
    why: '没人解释的测试学不到东西；解释一个早已不存在的测试，只会把人带偏。',
    repair: '每个测试一个标题，以反引号里的 id 开头，两份 README 顺序相同；每个提示文件正好三个“## ”小节。',
  },
  R15: {
    says: '校验器要先接受自带的好课程，并以正确的规则拒绝每一份自带的坏课程；做不到，任何结论都不算数（退出码 70）。',
    why: '不会说“不”的校验器，说“是”也证明不了什么。',
    repair: '不是课程的错：撤回最近对校验器或工具的改动，或者检查一下这台机器。',
  },
  R16: {
    says: 'starter 和 solution 形状相同：除了 src/，逐字节一致；src/ 里的文件名也一样；starter.patch 能由一个得到另一个，学习者才能从头再来；package.json 的脚本跑的正是声明的套件。',
    why: '复制来的测试一旦走样，正确的代码也会被判错。',
    repair:
      '测试和设置只在 solution 里改，然后运行 pnpm lesson starter write <lesson>：它会复制过去，并重新生成 starter.patch。src/ 里两边要有同样的文件名。',
  },
  R17: {
    says: '从 starter 到答案的路是通的：每一步正好让声明的测试变绿，最后一步全部变绿。',
    why: '测试等于承诺了一条路。某一步绿多了或绿少了，都会把人带偏。',
    repair:
      '用 pnpm lesson step edit <lesson> <id> 和 step write 按顺序重新做补丁，一个叠在另一个上面，并用 passes 写明每一步之后哪些测试是绿的。',
  },
  R18: {
    says: 'pnpm lesson new 用 AUTHOR(<步骤>) 标出的地方，一处都不剩：每一处都有人写过了。',
    why: '新课的骨架一开始就能跑、能通过，所以别的规则都看不出它还没人写。',
    repair: '报告按写课的顺序列出这些地方。先写第一处要求的内容，去掉标记，再校验一次；加上 --only solution 会快得多。',
  },
};
