import { expect } from 'vitest';
import { text, type ToolTable } from '../support/tool-table.ts';

/** What it says twice: as text and as structured content. */
function both(expected: string | RegExp): { readonly content: unknown[]; readonly structuredContent: unknown } {
  const content = typeof expected === 'string' ? expected : expect.stringMatching(expected);
  return { content: text(expected), structuredContent: { content } };
}

/** What server-filesystem offers, in an empty folder; each call goes on from what the ones before have left there. */
export function filesystemTools(folder: string): ToolTable {
  const [file, moved, picture] = [`${folder}/a.txt`, `${folder}/deep/b.txt`, `${folder}/p.png`];
  return [
    { tool: 'list_allowed_directories', answer: both(`Allowed directories:\n${folder}`) },
    { tool: 'write_file', args: { path: file, content: 'one\ntwo 🌍\n' }, answer: both(/^Successfully wrote/) },
    { tool: 'read_text_file', args: { path: file }, answer: both('one\ntwo 🌍\n') },
    { tool: 'read_text_file', args: { path: file, head: 1 }, answer: both('one') },
    { tool: 'read_file', args: { path: file, tail: 1 }, answer: both(/two|^$/) },
    {
      tool: 'edit_file',
      args: { path: file, edits: [{ oldText: 'one', newText: 'uno' }] },
      answer: both(/-one\n\+uno/),
    },
    { tool: 'create_directory', args: { path: `${folder}/deep` }, answer: both(/^Successfully created/) },
    { tool: 'move_file', args: { source: file, destination: moved }, answer: both(/^Successfully moved/) },
    { tool: 'read_multiple_files', args: { paths: [moved, file] }, answer: both(/uno\ntwo 🌍[^]*Error - /) },
    { tool: 'list_directory', args: { path: folder }, answer: both('[DIR] deep') },
    { tool: 'list_directory_with_sizes', args: { path: `${folder}/deep` }, answer: both(/b\.txt +13 B/) },
    { tool: 'directory_tree', args: { path: folder }, answer: both(/"children"[^]*"b\.txt"/) },
    { tool: 'search_files', args: { path: folder, pattern: '**/*.txt' }, answer: both(moved) },
    { tool: 'get_file_info', args: { path: moved }, answer: both(/size: 13\n[^]*isFile: true/) },
    { tool: 'write_file', args: { path: picture, content: 'no png' }, answer: both(/p\.png$/) },
    {
      tool: 'read_media_file',
      args: { path: picture },
      answer: { content: [{ type: 'image', mimeType: 'image/png', data: btoa('no png') }] },
    },
    {
      tool: 'read_media_file',
      args: { path: moved },
      answer: { content: [{ type: 'resource', resource: { uri: `file://${moved}`, blob: expect.any(String) } }] },
    },
    // Tools that fail say so in their results.
    { tool: 'read_text_file', args: { path: file }, answer: { isError: true, content: text(/ENOENT/) } },
    {
      tool: 'read_text_file',
      args: { path: '/etc/hostname' },
      answer: { isError: true, content: text(/^Access denied/) },
    },
    { tool: 'write_file', args: { path: moved }, answer: { isError: true, content: text(/-32602/) } },
  ];
}
