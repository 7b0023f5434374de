import type { HttpServer, ResourceLimits, SandboxConfig, ServerConfig } from './server-config.ts';

/** What confines a server and what does not, in sentences, for `doctor` and for whoever approves it. */
export function describeSandbox({ server, sandbox }: ServerConfig): readonly string[] {
  if (server.kind === 'http') return reachedSentences(server);
  return [
    ...launcherSentences(sandbox),
    ...limitSentences(sandbox?.limits),
    ...accountSentences(sandbox),
    'Its working directory is where it begins, and no fence.',
  ];
}

function reachedSentences({ allowInsecure, addresses }: HttpServer): string[] {
  return [
    'It is reached over the network and runs elsewhere: nothing here confines it.',
    ...(allowInsecure === true
      ? ['It may be reached without encryption: then everybody between reads and changes what is said.']
      : []),
    ...(addresses === 'public' ? ['Its name may lead to addresses of the public internet alone.'] : []),
  ];
}

const unconfined =
  'It is not confined: it can read and write what its account can, start programs, and use the network.';

function launcherSentences(sandbox: SandboxConfig | undefined): string[] {
  switch (sandbox?.kind) {
    case undefined:
    case 'plain':
      return [unconfined];
    case 'template':
      return [
        `It is started by ${sandbox.command[0] ?? 'a launcher'}, which was configured: what that confines is not known here.`,
      ];
    case 'bubblewrap':
      return [
        'It runs in bubblewrap: with processes, users and IPC of its own, a home and a /tmp that are empty and go with it.',
        'It sees, and cannot write: the programs of the system, its own program or package folder' +
          `${sandbox.readOnly.length === 0 ? '' : `, ${sandbox.readOnly.join(', ')}`}.`,
        sandbox.writable.length === 0
          ? 'It can write nothing that outlives it.'
          : `It can read and write: ${sandbox.writable.join(', ')}.`,
        sandbox.network
          ? 'It uses the network as the host does: also what listens on this machine only, and abstract sockets.'
          : 'It has no network, not even to this machine.',
        'It is not kept from any system call, and shares the kernel with the host; what its environment holds, it knows.',
      ];
    default:
      return sandbox satisfies never;
  }
}

function limitSentences(limits: ResourceLimits | undefined): string[] {
  const words = [
    limits?.maxMemoryBytes !== undefined && `${limits.maxMemoryBytes} bytes of memory`,
    limits?.maxCpuSeconds !== undefined && `${limits.maxCpuSeconds} s of computing`,
    limits?.maxOpenFiles !== undefined && `${limits.maxOpenFiles} open files`,
  ].filter((word) => word !== false);
  const ofAccount =
    limits?.maxProcesses === undefined
      ? []
      : [
          `Its account may have ${limits.maxProcesses} processes and threads, this server's and all others (root any number).`,
        ];
  if (words.length === 0)
    return ofAccount.length === 0 ? ['Memory, computing time and processes are not limited.'] : ofAccount;
  return [`Each of its processes may have ${words.join(', ')}.`, ...ofAccount];
}

function accountSentences(sandbox: SandboxConfig | undefined): string[] {
  const account = sandbox?.account;
  return account === undefined
    ? ["It runs as the host's own account."]
    : [`It runs as user ${account.uid}, group ${account.gid}, without other groups.`];
}
