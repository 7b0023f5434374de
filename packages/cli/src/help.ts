import { exitCodes } from './exit-codes.ts';

const codeWords: Readonly<Record<keyof typeof exitCodes, string>> = {
  ok: 'all is well',
  usage: 'the command line, or the arguments of a tool',
  configuration: 'a configuration is missing or wrong, or has no token for a server',
  approval: 'a server needs approval',
  unreachable: 'a server cannot be started or does not answer',
  toolError: 'the tool says that it failed',
  interrupted: 'interrupted; the servers were ended',
};

const exitLines = Object.entries(codeWords).map(
  ([name, words]) => `  ${String(exitCodes[name as keyof typeof exitCodes]).padEnd(5)} ${words}`,
);

/** Below the help of `mcp` itself. */
export const generalHelp: string = `
Files, without --config: .mcp.json of the working directory, over the user's own (mcp doctor says where). Servers of
the user's own file are trusted; all others are started when somebody said yes to them (mcp approve).

Examples:
  $ mcp list                                     what is there
  $ mcp call files/read_text_file path=notes.txt
  $ mcp run -- npx -y @modelcontextprotocol/server-everything
  $ mcp run https://example.com/mcp
  $ mcp doctor                                   what is wrong

Exit codes:
${exitLines.join('\n')}
`;

/** Below the help of a command. */
export const helpOf = {
  list: `
Examples:
  $ mcp list
  $ mcp list files
  $ mcp list --no-start
  $ mcp list files --json | jq '.servers[0].tools[].name'
`,
  call: `
Values are typed by the schema of the tool: numbers and booleans become what they are, a key that is given several times
becomes a list, and key:=json is JSON. What may be a text is one.

The tool's text goes to stdout as it is; on a terminal, control characters are made visible. A tool that says it failed
writes to stderr, and the exit code is 5.

Should it fail, --report writes what may be published of that (see mcp help doctor). The arguments are never in it.

Examples:
  $ mcp call files/read_text_file path=notes.txt
  $ mcp call everything/get-sum a=6 b=7
  $ mcp call files/read_multiple_files paths=a.txt paths=b.txt
  $ mcp call memory/create_entities entities:='[{"name":"Ada","entityType":"person","observations":[]}]'
  $ mcp call everything/echo --args '{"message": "hello"}'
  $ echo '{"message": "hello"}' | mcp call everything/echo - --json
`,
  doctor: `
It shows for each server: where it is written and how that was read (dialect, units, what was dropped), the program that
would be started, its working directory and sandbox, the names of the variables that it gets and the rule that admits each,
whether it is approved, how the handshake went, and what to do. No value of a variable or a header is printed.

--report writes, for each server that fails, what whoever is to repair it needs, so that it can be pasted into a public
issue: codes, versions, times, the end of stderr. No arguments, results or values of variables are in it, and what looks
like a credential, home folders, names of user and machine were taken out. Where nothing fails it has the facts alone.

Examples:
  $ mcp doctor
  $ mcp doctor files
  $ mcp doctor --no-start --config ~/Downloads/pasted.json
  $ mcp doctor files --report report.md
`,
  approve: `
Shows the whole command line, the names of the variables, what the entry asks to be trusted with, what confines the server,
and what differs from what was approved before; then asks. Nothing is started before the answer. An approval is for the
server as it is: another argument or other bytes of the program, and it is asked again.

Examples:
  $ mcp approve
  $ mcp approve files
  $ mcp approve files --yes 3f2a9c01d2e4b5a6     in a script, for what was looked at
  $ mcp approve --revoke files
`,
  quarantine: `
Examples:
  $ mcp quarantine list
  $ mcp quarantine clear files
`,
  trace: `
Any command writes a trace with --trace <file>: one line a request, a connection, a process, and what else happened, as it
happens. Names, sizes, codes and times are in it; no arguments, no results, no values of variables. What is there, if it is
a trace, becomes <file>.1; while another command writes it, it is refused.

Examples:
  $ mcp call everything/get-sum a=6 b=7 --trace sum.jsonl
  $ mcp trace show sum.jsonl
  $ mcp trace view sum.jsonl --out sum.html
`,
  run: `
The server gets the allowlist of variables (PATH, the locale, the time zone, the folder for temporary files) and what --env
says, and no more. A server that is reached gets the headers that are given, and the token of --bearer-env; a secret in
--header is seen by every program of this machine.

Examples:
  $ mcp run -- npx -y @modelcontextprotocol/server-everything
  $ mcp run --call get-sum --arg a=6 --arg b=7 -- npx -y @modelcontextprotocol/server-everything
  $ mcp run --env GITHUB_TOKEN --timeout 2m -- uvx some-server
  $ mcp run https://example.com/mcp
  $ mcp run --bearer-env EXAMPLE_TOKEN --call search --arg query=x https://example.com/mcp
`,
} as const;
