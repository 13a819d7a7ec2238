import { expect, test } from 'vitest';
import { cents } from '../kernel/money.ts';
import { bookingLink, isPriced } from './spots.ts';

const free = { price_hourly: null, price_daily: null, price_monthly: null, price_flat: null };

test.each([
  ['an hourly price', { price_hourly: cents(1) }],
  ['a daily price', { price_daily: cents(1) }],
  ['a monthly price', { price_monthly: cents(1) }],
  ['a flat rate', { price_flat: cents(1) }],
])('a property with %s is priced', (_, price) => {
  expect(isPriced({ ...free, ...price })).toBe(true);
  expect(isPriced(free)).toBe(false);
});

test('only an https URL is a booking link', () => {
  const link = (webflow_page_url: string | null) => bookingLink({ webflow_page_url });
  expect(link('https://parking.example.com/copper')).toBe('https://parking.example.com/copper');
  for (const other of [
    'http://parking.example.com',
    'javascript:alert(1)',
    'https://',
    'x',
    '',
    null,
  ]) {
    expect(link(other)).toBe(null);
  }
});
