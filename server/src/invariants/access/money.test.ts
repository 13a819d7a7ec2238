import { expect, test } from 'vitest';
import {
  callAs,
  endpoints,
  mayCall,
  openAccessWorld,
  peoples,
} from '../../testing/access-world.ts';

const world = await openAccessWorld();

/** Keys of fields that have money. */
const isMoney =
  /amount|balance|commission|cost|earn|fee|gross|income|\bnet\b|owed|paid_out|payout|penalt|price|refund|revenue|tax|total|cents/;

/** Fields that people who don't read money may have, by call and key, and why. */
const penalty = 'The penalty of one violation, which they may waive or decide the appeal of.';
const session = 'What the driver of one car owes, which the valet takes.';
const posted = 'The price that drivers are shown.';
const count = 'A number of things.';
const byLink = 'Answered to anyone who opens the link.';
const allowed: Record<string, string> = {
  'checkPlate amount': penalty,
  'downloadAggregatorRentals “Total”': count,
  'getAggregatorRentals total_rentals': count,
  'getAppeal amount': penalty,
  'getAppeal first_amount': penalty,
  'getAuditorMonth gross': byLink,
  'getAuditorMonth net': byLink,
  'getAuditorMonth refunds': byLink,
  'getAuditorMonth tolerance_cents': byLink,
  'getDriverRequest outstanding_balance': 'What a driver owes, for the driver’s link.',
  'getFigure total': 'Of figures that count; those of money are refused.',
  'getFrequencyBreakdown total_drivers': count,
  'getSpot display_price': posted,
  'getSpot price': posted,
  'getSpot price_hourly': posted,
  'getSpotReport total_active_rentals': count,
  'getSpotReport total_slot_count': count,
  'getTicketByCode amount': penalty,
  'getTimeline total_rentals': count,
  'getValetSessionByCode balance': session,
  'getValetSessionByCode outstanding_balance': session,
  'getValetSummary outstanding_balance': session,
  'getViolationStory amount': penalty,
  'listAppeals amount': penalty,
  'listBulkRentals price_per_slot': 'What a tenant agreed to, in the list as specified.',
  'listFigureEntries amount': 'Of figures that count: 1 for each rental.',
  'listFigureEntries running_total': 'Of figures that count.',
  'listFigureEntries total': 'Of figures that count.',
  'listPromoCodes amount': 'The discount of one code.',
  'listPromoCodes total_pages': count,
  'listPromoCodes total_uses': count,
  'listSpots display_price': posted,
  'listSpots price': posted,
  'listSpots price_hourly': posted,
  'listTickets amount': penalty,
  'listTicketsByPlate amount': penalty,
  'listValetSessions amount': session,
  'listValetSessions outstanding_balance': session,
};

/** Every number in an answer, by its key. */
function* listNumbers(value: unknown, key = ''): Generator<[string, number]> {
  if (typeof value === 'number') yield [key, value];
  else if (Array.isArray(value)) for (const item of value) yield* listNumbers(item, key);
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) yield* listNumbers(inner, name);
}

const reads = peoples.filter((name) => endpoints.get(name)?.method === 'GET');

test('no read answers Employees, Enforcers or Valets with money, except where a person needs the price of one thing', async () => {
  const found = new Set<string>();
  let answered = 0;
  for (const name of reads)
    for (const caller of ['EMPLOYEE', 'ENFORCER', 'VALET'] as const) {
      if (!mayCall(name, caller)) continue;
      const { status, body, response } = await callAs(world, caller, name, world.own);
      if (status !== 200) continue;
      answered += 1;
      for (const [key] of listNumbers(body)) if (isMoney.test(key)) found.add(`${name} ${key}`);
      const isTable = response.headers['content-type']?.toString().startsWith('text/csv');
      const headings = isTable ? (response.body.split('\n')[0] ?? '').trim().split(',') : [];
      for (const heading of headings)
        if (isMoney.test(heading.toLowerCase())) found.add(`${name} “${heading}”`);
    }
  expect(answered).toBeGreaterThan(60);
  expect([...found].filter((field) => !(field in allowed)).toSorted()).toEqual([]);
});
