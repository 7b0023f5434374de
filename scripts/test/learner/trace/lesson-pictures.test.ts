import { readFileSync } from 'node:fs';
import { XMLValidator } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { messagesIn } from '../../../learner/messages/index.ts';
import { lessonPicture, pictureFile, tracedLessons } from '../../../learner/trace/lesson-pictures.ts';
import { storyOf } from '../../../learner/trace/story.ts';
import { storiesSvg } from '../../../learner/trace/story-svg.ts';
import { languages } from '../../../lesson/manifest/schema.ts';
import { answer, asked, given, journalOf, refused, request } from './support/journal-of.ts';

describe.for(tracedLessons())('the pictures of $manifest.id', (lesson) => {
  test.for(languages)('in %s are what the clients do now, and the README shows them', async (language) => {
    const file = readFileSync(pictureFile(lesson.folder, language), 'utf8');
    expect(file, 'run pnpm --filter @coding-agent/scripts trace-pictures').toBe(await lessonPicture(lesson, language));
    const readme = language === 'en' ? 'README.md' : `README.${language}.md`;
    const [, alt = ''] =
      new RegExp(`!\\[([^\\]]+)\\]\\(pictures/trace\\.${language}\\.svg\\)`).exec(
        readFileSync(`${lesson.folder}/${readme}`, 'utf8'),
      ) ?? [];
    expect(alt.length, 'what the picture shows, in words').toBeGreaterThan(40);
  });
});

describe('a picture', () => {
  const scene = { event: 'scene', id: 'one' } as const;
  const two = [scene, asked('A'), asked('B'), request(2, 'A'), request(3, 'B'), answer(3, 'B'), answer(2, 'A')];
  const stories = {
    swapped: storyOf(journalOf(...two, given('A', 'B'), given('B', 'A'))),
    right: storyOf(journalOf(...two, given('B'), given('A'))),
    late: storyOf(journalOf(scene, asked('A'), request(2, 'A'), refused('A'), answer(2, 'A'))),
    nobody: storyOf([]),
  };

  function draw(story: keyof typeof stories, title = 'x'): string {
    const svg = storiesSvg([{ title, story: stories[story] }], {
      scenes: [{ id: 'one', title: 'One' }],
      messages: messagesIn.en,
      title,
      description: 'what it shows',
    });
    expect(XMLValidator.validate(svg)).toBe(true);
    return svg;
  }

  /** Arrows as `colour to where`: how far left their heads are. */
  function answers(svg: string): string[] {
    return [...svg.matchAll(/<line class="(first|second)" x1="350" y1="[\d.]+" x2="(\d+)"/g)].map(
      ([, colour, x]) => `${colour} to ${Number(x) < 90 ? 'first' : Number(x) < 150 ? 'second' : 'nobody'}`,
    );
  }

  test('an answer has the colour of the caller whose it is, wherever it ends', () => {
    expect(answers(draw('right'))).toEqual(['second to second', 'first to first']);
    expect(answers(draw('swapped'))).toEqual(['second to first', 'first to second']);
    expect(answers(draw('late'))).toEqual(['first to nobody']);
  });

  test('what is right and what is wrong is a sign and a word, not a colour alone', () => {
    expect(draw('right')).not.toContain('✗');
    expect(draw('swapped').match(/✗/g)).toHaveLength(2);
    expect(draw('swapped')).toContain('#3 · answer of B');
    expect(draw('late')).toContain('× too late');
  });

  test('has a title and a description, and no text can break out of it', () => {
    const svg = draw('right', '</title><script>alert(1)</script>"&');
    expect(svg).toContain('role="img" aria-labelledby="title description"');
    expect(svg).toContain('<desc id="description">what it shows</desc>');
    expect(svg).not.toContain('<script');
  });

  test('of nothing is an empty one', () => {
    expect(draw('nobody')).not.toContain('<polygon');
  });
});
