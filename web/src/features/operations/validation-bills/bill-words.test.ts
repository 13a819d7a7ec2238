import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { SponsorMonth } from '@lotkeeper/contract/operations/validation-bills';
import { expect, test } from 'vitest';
import { describeDrift, describeEnd, describeTerms, nameDay } from './bill-words.ts';

const day = (text: string) => text as LocalDate;
const sponsor: SponsorMonth = {
  pk: 1,
  name: 'Cafe',
  kind: 'merchant',
  version: 1,
  terms_from: day('2026-06-01'),
  allowance: 'visits',
  allowance_visits: 100,
  allowance_value: null,
  price: null,
  codes: [],
  visits: 61,
  value: cents(0),
  used_share: 6100,
  used_up: null,
  overage_visits: 0,
  bill: cents(0),
};

test('a day is named as people say it', () => {
  const days = ['01', '02', '03', '04', '11', '12', '13', '21', '22', '30', '31'];
  expect(days.map((number) => nameDay(day(`2026-06-${number}`))).join(' ')).toBe(
    '1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 30th 31st',
  );
});

test('drift names the day while the month runs, and only the share when it’s over', () => {
  const month = day('2026-06-01');
  expect(describeDrift(sponsor, { month, today: day('2026-06-12') })).toBe(
    'On the 12th: 61% of the month’s allowance',
  );
  expect(describeDrift(sponsor, { month, today: day('2026-07-02') })).toBe(
    '61% of the month’s allowance',
  );
  expect(describeDrift({ ...sponsor, used_share: null }, { month, today: month })).toBeNull();
});

test('the end of an allowance is projected, or what it was', () => {
  const at = (is_projected: boolean) =>
    describeEnd({ ...sponsor, used_up: { date: day('2026-06-20'), is_projected } });
  expect([at(true), at(false), describeEnd(sponsor)]).toEqual([
    'Runs out around Jun 20',
    'Used up on Jun 20',
    null,
  ]);
});

test('terms are said in words, without amounts for people who may not read them', () => {
  expect([
    describeTerms(sponsor),
    describeTerms({ ...sponsor, price: cents(300) }),
    describeTerms({ ...sponsor, allowance: 'none', allowance_visits: null }),
    describeTerms({ ...sponsor, allowance: 'value', allowance_value: cents(50_000) }),
    describeTerms({ ...sponsor, allowance: 'value', allowance_value: null }),
  ]).toEqual([
    '100 visits, then the price in force',
    '100 visits, then $3.00 each',
    'All at the price in force',
    '$500.00, then the price in force',
    'An amount, then the price in force',
  ]);
});
