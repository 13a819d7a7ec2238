import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { analyse } from 'scslre';
import { expect, test } from 'vitest';
import { root } from './bootstrap.mjs';

/** Patterns that can take more than linear time, by their files, and why they can’t be given such a text. */
const excused = {
  'server/src/distribution/shard-functions.ts': 'Statements of ours.',
  'server/src/features/intake/files/encoding.rules.ts': 'Words of at most 60 characters.',
  'server/src/features/platform/alerts/alert-describers.rules.ts': 'Keys of alerts, which we make.',
  'server/src/features/platform/api-docs/changelog-page.ts': 'The changelog.',
  'server/src/kernel/data/sql/hosts.ts': 'A setting.',
  'server/src/kernel/messages/mail.ts': 'A setting.',
  'server/src/kernel/news.ts': 'The changelog.',
  'server/src/kernel/pdf/printable-text.ts': 'Names, which are short.',
  'web/src/kernel/early-reads.ts': 'The address of the page.',
  'web/src/shared/public-origin.ts': 'A setting.',
};

/** The patterns in a program. */
function listPatterns(node) {
  if (!node || typeof node !== 'object') return [];
  if (Array.isArray(node)) return node.flatMap(listPatterns);
  const own = node.type === 'Literal' && node.regex ? [node.regex] : [];
  return [...own, ...Object.values(node).flatMap(listPatterns)];
}

const isSlow = ({ pattern, flags }) => {
  const { reports } = analyse(new RegExp(pattern, flags), { maxReports: 1 });
  return reports.length > 0;
};

test('a pattern takes a time that grows with the text, and not with its square', async () => {
  const found = new Set();
  let patterns = 0;
  for await (const file of glob('{contract,evidence,server,web}/src/**/*.{ts,tsx}', {
    cwd: root,
  })) {
    if (/\.(test|factory)\.|\/testing\//.test(file)) continue;
    const listed = listPatterns(parseSync(file, readFileSync(join(root, file), 'utf8')).program);
    patterns += listed.length;
    if (listed.some(isSlow)) found.add(file);
  }
  expect(patterns).toBeGreaterThan(500);
  expect([...found].toSorted((a, b) => a.localeCompare(b))).toEqual(
    Object.keys(excused).toSorted((a, b) => a.localeCompare(b)),
  );
});

test('it knows the pattern that kept the server busy for a minute', () => {
  expect(isSlow({ pattern: '[.,;\\s]+$', flags: 'g' })).toBe(true);
  expect(isSlow({ pattern: '^[.,;\\s]+$', flags: '' })).toBe(false);
});
