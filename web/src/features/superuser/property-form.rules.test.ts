import { expect, test } from 'vitest';
import {
  emptyDraft,
  isComplete,
  toBody,
  toCents,
  toDollars,
  toDraft,
} from './property-form.rules.ts';

test.each([
  ['2.5', 250],
  ['2.05', 205],
  ['$1,234', 123_400],
  ['0.1', 10],
  ['19.99', 1999],
  ['', null],
  ['  ', null],
])('%j dollars are %j cents', (typed, cents) => {
  expect(toCents(typed)).toBe(cents);
});

test.each(['2.505', 'free', '-3', '1e3', '1.2.3', '.'])('%j is no price', (typed) => {
  expect(toCents(typed)).toBeNaN();
});

test('a form is complete with name, address, zone and spaces', () => {
  const draft = {
    ...emptyDraft,
    name: 'A',
    address_line1: '1 Main',
    city: 'Mesa',
    state: 'AZ',
    timezone: 'America/Phoenix',
    quantity: '40',
  };
  expect(isComplete(draft)).toBe(true);
  expect(isComplete({ ...draft, timezone: '' })).toBe(false);
  expect(toBody(draft)).toMatchObject({ quantity: 40, price_hourly: null, penalty_amount: 5500 });
});

test('what is shown of a property is what is sent back when nothing is typed', () => {
  const draft = { ...emptyDraft, name: 'A', quantity: '40', price_hourly: '2.50', daily_max: '18' };
  const fields = toBody({ ...draft, webflow_page_url: 'https://lot.example/' });
  expect(toBody(toDraft(fields as never))).toEqual(fields);
  expect([toDollars(1250), toDollars(500), toDollars(null), toDollars(5)]).toEqual([
    '12.50',
    '5',
    '',
    '0.05',
  ]);
});
