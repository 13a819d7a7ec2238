import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createFairStart } from './fair-start.ts';

test('a request to an idle server starts at once', () => {
  const begun: string[] = [];
  createFairStart().start('robin', () => begun.push('robin'));
  expect(begun).toEqual(['robin']);
});

test('a caller with one request starts before the second request of a caller with many', async () => {
  const begun: string[] = [];
  const { start } = createFairStart();
  for (let count = 0; count < 20; count++) start('robin', () => begun.push('robin'));
  start('kim', () => begun.push('kim'));
  while (begun.length < 21) await nextTurn();
  expect(begun.indexOf('kim')).toBe(2);
});

test('a request that arrives between turns waits for no more than one turn of the others', async () => {
  const begun: string[] = [];
  const { start } = createFairStart();
  for (let count = 0; count < 100; count++) start('robin', () => begun.push('robin'));
  await nextTurn();
  start('kim', () => begun.push('kim'));
  while (begun.length < 101) await nextTurn();
  expect(begun.indexOf('kim')).toBeLessThan(15);
});

test('new connections are accepted before more requests start, but not forever', async () => {
  const begun: string[] = [];
  let now = 1000;
  const { start, noteConnection } = createFairStart(() => now);
  for (let count = 0; count < 20; count++) start('robin', () => begun.push('robin'));
  for (let count = 0; count < 10; count++) {
    noteConnection();
    await nextTurn();
  }
  expect(begun).toHaveLength(1);
  now += 20;
  noteConnection();
  await nextTurn();
  expect(begun).toHaveLength(5);
  while (begun.length < 20) await nextTurn();
});
