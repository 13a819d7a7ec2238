import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { expect, test } from 'vitest';
import { buildMovements, ownName, tooFarAhead } from './ingest.rules.ts';

const now = fromIso('2026-06-15T19:00:00Z');

test('the time of a past event must be within two days of now, to the millisecond', () => {
  const occurred_at = fromIso('2026-06-17T19:00:00Z');
  expect(tooFarAhead({ occurred_at }, now)).toBe(null);
  expect(tooFarAhead({ occurred_at: occurred_at + 1 }, now)).toEqual({
    occurred_at: 'Must not be more than 2 days ahead of now.',
  });
});

test('a planned date must be within ten years of now, and the end of a rental may be null', () => {
  const start_date = fromIso('2036-06-01T00:00:00Z');
  expect(tooFarAhead({ start_date, end_date: null }, now)).toBe(null);
  const later = { start_date, end_date: fromIso('2036-12-01T00:00:00Z') };
  expect(tooFarAhead(later, now)).toEqual({ end_date: 'Must not be more than 10 years ahead.' });
});

test('the time of each charge is checked, and the error names the charge by its index', () => {
  const charges = [{ occurred_at: now }, { occurred_at: fromIso('2026-06-18T00:00:00Z') }];
  expect(Object.keys(tooFarAhead({ charges }, now) ?? {})).toEqual(['charges.1.occurred_at']);
});

test('a rental without charges gets one charge of zero under an id that no sender can send', () => {
  const [movement, ...others] = buildMovements({ external_id: 'r1', start_date: now, charges: [] });
  expect(movement).toMatchObject({ kind: 'charge', amount: 0, tax: 0, occurred_at: now });
  expect(others).toEqual([]);
  expect(movement.external_id).toBe(ownName('r1', 'rental'));
  expect(movement.external_id).toMatch(/[\u0000-\u001f]/);
});
