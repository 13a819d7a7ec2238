import type { VisitorCode } from '@lotkeeper/contract/operations/visitor-codes';
import { noValidity } from '@lotkeeper/contract/operations/visitor-codes';
import { expect, test } from 'vitest';
import { eventOptions, validityText } from './validity.ts';

const code = (of: Partial<VisitorCode>): VisitorCode => ({
  pk: 1,
  code: 'GUEST',
  name: '',
  custom: true,
  spot: 1,
  event_names: [],
  ...noValidity,
  events: [],
  ...of,
});

test('the validity of a code is described in words', () => {
  expect(validityText(code({ days_valid: 1, hours_valid: 0 }))).toBe('1 day');
  expect(validityText(code({ days_valid: 2, hours_valid: 1 }))).toBe('2 days, 1 hour');
  expect(validityText(code({ days_valid: 0, hours_valid: 999 }))).toBe('999 hours');
  expect(validityText(code({ always_valid: true }))).toBe('Always valid');
  expect(validityText(code({ expiration_date: '2031-01-01' as never }))).toBe('Until it expires');
  expect(validityText(code({ events: [4, 5], event_names: ['Fair', 'Game'] }))).toBe(
    'During Fair, Game',
  );
  expect(validityText(code({}))).toBe('Not valid: its events are gone');
});

test('a past event is still shown on its code', () => {
  const coming = {
    pk: 5,
    name: 'Game',
    interval: 'one_time',
    date: '2026-11-22' as never,
  } as const;
  const market = { pk: 6, name: 'Market', interval: 'weekly', date: null } as const;
  const of = code({ events: [4, 5], event_names: ['Fair', 'Game'] });
  expect(eventOptions([coming, market], of)).toEqual([
    { value: '5', label: 'Game · Nov 22, 2026' },
    { value: '6', label: 'Market · weekly' },
    { value: '4', label: 'Fair' },
  ]);
  const later = code({ events: [5, 4], event_names: ['Game', 'Fair'] });
  expect(eventOptions([coming], later).at(-1)).toEqual({ value: '4', label: 'Fair' });
});
