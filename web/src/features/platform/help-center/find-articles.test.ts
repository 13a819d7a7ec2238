import { helpVideoTitles } from '@lotkeeper/contract/platform/settings';
import { expect, test } from 'vitest';
import { articleGroups } from './articles.ts';
import { findArticles, readArticle } from './find-articles.ts';
import { tutorialArticles } from './video-cards.tsx';

const titles = (search: string) =>
  findArticles(search).flatMap(({ articles }) => articles.map(({ title }) => title));

test('a search finds the articles that contain all its words, in any order and case', () => {
  expect(titles('BANK routing change')).toEqual(['Payouts']);
  expect(titles('refresh')).toContain('Validation codes');
});

test('an empty search shows every article, and one without a match shows none', () => {
  expect(findArticles('  ')).toEqual(articleGroups);
  expect(findArticles('submarine')).toEqual([]);
});

test('each article has its own URL', () => {
  const ids = articleGroups.flatMap(({ articles }) => articles.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(readArticle(id)?.id).toBe(id);
  expect(readArticle('nothing')).toBeUndefined();
});

test('each of the six tutorials has an article to read instead of a video', () => {
  for (const title of helpVideoTitles) expect(readArticle(tutorialArticles[title])).toBeDefined();
});
