import { fromIso, instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import { expect, test } from 'vitest';
import type { SentMessage, WaitingNotice } from './due-notices.rules.ts';
import { findNextText, groupDueNotices } from './due-notices.rules.ts';

const now = fromIso('2026-06-15T19:00:00Z');
const ago = (minutes: number) => instant(now - minutes * minuteMs);
const notice = (alert_pk: number, change: Partial<WaitingNotice> = {}): WaitingNotice => ({
  organization_id: 1,
  alert_pk,
  person_pk: 2,
  medium: 'email',
  waiting_since: now,
  timezone: 'America/Phoenix',
  quiet_from: null,
  quiet_until: null,
  is_muted: false,
  is_wanted: true,
  ...change,
});
const sent = (minutes: number, change: Partial<SentMessage> = {}): SentMessage => ({
  organization_id: 1,
  person_pk: 2,
  medium: 'email',
  sent_at: ago(minutes),
  ...change,
});
const many = (count: number, change: Partial<WaitingNotice> = {}) =>
  Array.from({ length: count }, (_, index) => notice(index + 1, change));
const listDue = (waiting: WaitingNotice[], messages: SentMessage[] = []) =>
  groupDueNotices(waiting, messages, now).due.map(({ person_pk, medium, alert_pks }) => [
    person_pk,
    medium,
    alert_pks,
  ]);

test('each person and way has a message of its own', () => {
  const waiting = [notice(1), notice(2), notice(1, { medium: 'sms' }), notice(1, { person_pk: 3 })];
  expect(listDue(waiting)).toEqual([
    [2, 'email', [1, 2]],
    [2, 'sms', [1]],
    [3, 'email', [1]],
  ]);
});

test('up to five at once are sent at once; more wait for the next look, and then no longer', () => {
  expect(listDue(many(5))).toHaveLength(1);
  expect(listDue(many(6))).toEqual([]);
  expect(listDue([...many(6), notice(9, { waiting_since: ago(0.5) })])).toHaveLength(1);
});

test('what is muted or quiet waits, and holds up nothing else', () => {
  const waiting = [
    notice(1, { is_muted: true }),
    notice(2, { quiet_from: 0, quiet_until: 1439 }),
    notice(3),
  ];
  expect(listDue(waiting)).toEqual([[2, 'email', [3]]]);
});

test('after three messages within an hour, the next one comes a quarter of an hour after the last', () => {
  expect(listDue([notice(1)], [sent(50), sent(1)])).toHaveLength(1);
  expect(listDue([notice(1)], [sent(50), sent(30), sent(14)])).toEqual([]);
  expect(listDue([notice(1)], [sent(50), sent(30), sent(15)])).toHaveLength(1);
  expect(listDue([notice(1)], [sent(61), sent(30), sent(1)])).toHaveLength(1);
  const others = [
    sent(3, { person_pk: 9 }),
    sent(2, { medium: 'sms' }),
    sent(1, { organization_id: 9 }),
  ];
  expect(listDue([notice(1)], others)).toHaveLength(1);
});

test('the tenth text is the last one until the first is 24 hours old', () => {
  const text = notice(1, { medium: 'sms' });
  const texts = (count: number) =>
    Array.from({ length: count }, (_, index) => sent(1430 - index * 100, { medium: 'sms' }));
  const isLast = (count: number) => groupDueNotices([text], texts(count), now).due[0]?.isLast;
  expect([isLast(8), isLast(9), isLast(10)]).toEqual([false, true, undefined]);
  const times = texts(10).map(({ sent_at }) => sent_at);
  expect(findNextText(times)).toBe(ago(1430) + dayMs);
  expect(findNextText(times.slice(1))).toBeNull();
});

test('what nobody wants any more isn’t sent', () => {
  const { due, unwanted } = groupDueNotices([notice(1, { is_wanted: false })], [], now);
  expect([due, unwanted.map(({ alert_pks }) => alert_pks)]).toEqual([[], [[1]]]);
});
