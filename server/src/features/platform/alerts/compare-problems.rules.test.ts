import { fromIso, instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { AlertKind } from '@lotkeeper/contract/platform/alert-kinds';
import { expect, test } from 'vitest';
import type { OpenAlert } from './compare-problems.rules.ts';
import { compareProblems } from './compare-problems.rules.ts';
import type { Problem } from './problem.ts';

const now = fromIso('2026-06-15T19:00:00Z');
const problem = (subject: string, change: Partial<Problem> = {}): Problem => ({
  organization_id: 1,
  spot_pk: 2,
  kind: 'camera_silent',
  subject,
  since: now,
  cost: null,
  facts: {},
  ...change,
});
const open = (subject: string, change: Partial<OpenAlert> = {}): OpenAlert => ({
  ...problem(subject),
  pk: 7,
  changed_at: now,
  missing_since: null,
  ...change,
});
const cameras: ReadonlySet<AlertKind> = new Set(['camera_silent']);
const ago = (minutes: number) => instant(now - minutes * minuteMs);
const none = { opened: [], changed: [], found: [], missing: [], ended: [] };

test('a new problem opens an alert, once however often it is reported', () => {
  const changes = compareProblems([], [problem('a'), problem('a')], cameras, now);
  expect(changes.get(1)).toEqual({ ...none, opened: [problem('a')] });
});

test('the same subject of another kind or organization is another problem', () => {
  const others = [problem('a', { organization_id: 9 }), problem('a', { kind: 'seal_late' })];
  const kinds = new Set<AlertKind>(['camera_silent', 'seal_late']);
  const changes = compareProblems([open('a')], [problem('a'), ...others], kinds, now);
  expect(changes.get(1)?.opened).toEqual([others[1]]);
  expect(changes.get(9)?.opened).toEqual([others[0]]);
});

test('nothing changes while a problem stays as it is', () => {
  const kept = open('a', { changed_at: ago(60), facts: { b: 1, a: 'x' } });
  const same = problem('a', { facts: { a: 'x', b: 1 } });
  expect(compareProblems([kept], [same], cameras, now).size).toBe(0);
});

test('other facts are stored no more often than every five minutes', () => {
  const costlier = problem('a', { cost: 500 });
  expect(compareProblems([open('a', { changed_at: ago(4) })], [costlier], cameras, now).size).toBe(
    0,
  );
  expect(
    compareProblems([open('a', { changed_at: ago(5) })], [costlier], cameras, now).get(1)?.changed,
  ).toEqual([{ ...costlier, pk: 7 }]);
});

test('a problem that is gone is missing first, and its alert ends after five minutes', () => {
  expect(compareProblems([open('a')], [], cameras, now).get(1)).toEqual({ ...none, missing: [7] });
  const missing = (minutes: number) => [open('a', { missing_since: ago(minutes) })];
  expect(compareProblems(missing(4), [], cameras, now).size).toBe(0);
  expect(compareProblems(missing(5), [], cameras, now).get(1)).toEqual({ ...none, ended: [7] });
});

test('a problem that comes back within five minutes is the same alert', () => {
  const missing = [open('a', { missing_since: ago(4) })];
  expect(compareProblems(missing, [problem('a')], cameras, now).get(1)).toEqual({
    ...none,
    found: [7],
  });
});

test('kinds that weren’t looked for stay open, and what is reported of them is ignored', () => {
  const gone = [open('a', { missing_since: ago(60) })];
  expect(compareProblems(gone, [problem('b')], new Set(), now).size).toBe(0);
});
