import { expect, test } from 'vitest';
import { openProgress } from './progress.ts';

const collect = (isTTY: boolean) => {
  const written: string[] = [];
  return { written, output: { isTTY, write: (text: string) => written.push(text) } };
};

test('progress is one changing line on a terminal, and the end clears it', () => {
  const { written, output } = collect(true);
  const progress = openProgress(output);
  progress.show('1 of 3');
  progress.show('2 of 3');
  progress.end();
  expect(written).toEqual(['\r\u001b[K1 of 3', '\r\u001b[K2 of 3', '\r\u001b[K']);
});

test('progress is a line every ten seconds in a log, and nothing when a command is faster', () => {
  const { written, output } = collect(false);
  let now = 0;
  const progress = openProgress(output, () => now);
  for (now = 1000; now <= 25_000; now += 3000) progress.show(`${now / 1000} s`);
  progress.end();
  expect(written).toEqual(['10 s\n', '22 s\n']);
});
