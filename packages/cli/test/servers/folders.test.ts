import { expect, test } from 'vitest';
import { foldersOf } from '../../src/servers/folders.ts';

test.each([
  [
    'Linux',
    { platform: 'linux', env: {}, home: '/home/ada' },
    [
      '/home/ada/.config/mcp/mcp-servers.json',
      '/home/ada/.local/state/mcp/approvals.json',
      '/home/ada/.cache/mcp/catalogue.json',
    ],
  ],
  [
    'Linux with folders of its own',
    {
      platform: 'linux',
      env: { XDG_CONFIG_HOME: '/c', XDG_STATE_HOME: '/s', XDG_CACHE_HOME: '/k' },
      home: '/home/ada',
    },
    ['/c/mcp/mcp-servers.json', '/s/mcp/approvals.json', '/k/mcp/catalogue.json'],
  ],
  [
    'a relative path in a variable, which is none',
    { platform: 'linux', env: { XDG_CONFIG_HOME: 'c', XDG_STATE_HOME: '', XDG_CACHE_HOME: '.' }, home: '/home/ada' },
    [
      '/home/ada/.config/mcp/mcp-servers.json',
      '/home/ada/.local/state/mcp/approvals.json',
      '/home/ada/.cache/mcp/catalogue.json',
    ],
  ],
  [
    'macOS',
    { platform: 'darwin', env: {}, home: '/Users/ada' },
    [
      '/Users/ada/Library/Application Support/mcp/mcp-servers.json',
      '/Users/ada/Library/Application Support/mcp/approvals.json',
      '/Users/ada/Library/Caches/mcp/catalogue.json',
    ],
  ],
  [
    'macOS with XDG',
    { platform: 'darwin', env: { XDG_CONFIG_HOME: '/c' }, home: '/Users/ada' },
    [
      '/c/mcp/mcp-servers.json',
      '/Users/ada/Library/Application Support/mcp/approvals.json',
      '/Users/ada/Library/Caches/mcp/catalogue.json',
    ],
  ],
  [
    'Windows',
    { platform: 'win32', env: { AppData: 'C:\\Users\\ada\\Roam', LOCALAPPDATA: 'D:\\Local' }, home: 'C:\\Users\\ada' },
    ['C:\\Users\\ada\\Roam\\mcp\\mcp-servers.json', 'D:\\Local\\mcp\\approvals.json', 'D:\\Local\\mcp\\catalogue.json'],
  ],
  [
    'Windows without its variables',
    { platform: 'win32', env: {}, home: 'C:\\Users\\ada' },
    [
      'C:\\Users\\ada\\AppData\\Roaming\\mcp\\mcp-servers.json',
      'C:\\Users\\ada\\AppData\\Local\\mcp\\approvals.json',
      'C:\\Users\\ada\\AppData\\Local\\mcp\\catalogue.json',
    ],
  ],
] as const)('%s', (_what, question, expected) => {
  const { configFile, approvalsFile, catalogueFile } = foldersOf(question);
  expect([configFile, approvalsFile, catalogueFile]).toEqual(expected);
});
