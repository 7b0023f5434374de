import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lessonsByPlatform } from '../../lesson/by-platform.ts';
import type { LessonPlace } from '../../lesson/repository.ts';

const sample = join(import.meta.dirname, '..', '..', 'lesson', 'canaries', '00-words');

test('V-01: --all is every lesson that is made for the platform, and any that cannot be read', (context) => {
  const root = mkdtempSync(join(tmpdir(), 'by-platform-'));
  context.onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const place = (name: string, change: (text: string) => string): LessonPlace => {
    const folder = join(root, name, '00-words');
    cpSync(sample, folder, { recursive: true });
    const file = join(folder, 'lesson.json');
    writeFileSync(file, change(readFileSync(file, 'utf8')));
    return { id: name, number: '00', folder };
  };
  const platforms = /"platforms": \[[^\]]*\]/;
  const posix = place('posix', (text) => text.replace(platforms, '"platforms": ["linux", "darwin"]'));
  const everywhere = place('everywhere', (text) =>
    text.replace(platforms, '"platforms": ["linux", "darwin", "win32"]'),
  );
  const broken = place('broken', () => '{');

  const lessons = [posix, everywhere, broken];
  expect(lessonsByPlatform(lessons, 'win32')).toEqual({ made: [everywhere, broken], others: [posix] });
  expect(lessonsByPlatform(lessons, 'linux')).toEqual({ made: lessons, others: [] });
});
