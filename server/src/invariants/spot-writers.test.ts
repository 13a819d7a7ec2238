import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const writes = /\b(?:insert\s+into|update|delete\s+from|truncate)\s+(?:only\s+)?spots\b/gi;
const notices = /\bawait notifySpotChange\(/g;

const count = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length;

const source = join(import.meta.dirname, '..');

test('every statement that writes to properties is followed by a notification of its own', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /(?<!\.test)\.ts$/.test(file) && !file.startsWith('testing'),
  );
  const found = files
    .map((file) => ({ file, text: readFileSync(join(source, file), 'utf8') }))
    .map(({ file, text }) => ({ file, writes: count(text, writes), sent: count(text, notices) }))
    .filter((counted) => counted.writes > 0);
  expect(found.length).toBeGreaterThan(1);
  expect(found.filter((counted) => counted.sent < counted.writes)).toEqual([]);
});
