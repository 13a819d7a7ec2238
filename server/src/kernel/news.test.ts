import { expect, test } from 'vitest';
import { listUnseen, newsKeys, parseNews } from './news.ts';

const changelog = `# Changelog

## Unreleased

### Upgrading

- **Nothing** of this is news.

### Added

- **Letters**: each Admin can have a mail on Monday ([money.md](docs/money.md#letters)). More words.
- **Rules before a car is charged**, per property: a second read. \`GET /api/x\`.
- **Plain**
- A line without a name.
- **Fourth** works with [S3](https://example.com), too.

### Changed

- **Changed** isn’t added.

## 0.1.0

### Added

- **Old**: long known.
`;

test('the news are the names and first sentences of what the newest section added', () => {
  expect(parseNews(changelog).map(({ name, text }) => [name, text])).toEqual([
    ['Letters', 'Each Admin can have a mail on Monday.'],
    ['Rules before a car is charged', 'Per property: a second read.'],
    ['Plain', ''],
    ['Fourth', 'Works with S3, too.'],
  ]);
  expect(parseNews('')).toEqual([]);
});

test('somebody sees what wasn’t there when they last looked, also when a release gets its number', () => {
  const news = parseNews(changelog);
  const seen = news.slice(1).map(({ key }) => key);
  expect(listUnseen(seen, news)?.entries.map(({ name }) => name)).toEqual(['Letters']);
  const released = parseNews(changelog.replace('Unreleased', '0.2.0'));
  expect(
    listUnseen(
      news.map(({ key }) => key),
      released,
    ),
  ).toBeNull();
  expect(listUnseen(null, news)).toMatchObject({ entries: { length: 3 }, more: ['Fourth'] });
});

test('the changelog of this version has news, each once', () => {
  expect(newsKeys.length).toBeGreaterThan(3);
  expect(new Set(newsKeys).size).toBe(newsKeys.length);
});
