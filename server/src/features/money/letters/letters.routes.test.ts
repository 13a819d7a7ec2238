import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, fromIso } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { LetterContent, LetterKind } from '@lotkeeper/contract/money/letters';
import { getLetter } from '@lotkeeper/contract/money/letters';
import { expect, test } from 'vitest';
import { makeEvent } from '../../../testing/events.factory.ts';
import { makeOrganization, signedInMember } from '../../../testing/people.factory.ts';
import { moveMoney, movement, record, rental } from '../../../testing/rentals.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import { makeViolation } from '../../../testing/violations.factory.ts';

/*
 * Monday, August 24, 2026, 7:30 a.m. in Phoenix. Last week is August 17 to 23, the week before August 10 to 16, and the
 * same week of last year August 18 to 24, 2025.
 */
const at = await testApp({ now: '2026-08-24T14:30:00Z' });
const sql = at.database.system;
const day = (text: string) => text as LocalDate;
const monday = day('2026-08-17');

async function makeOwner() {
  const owner = await makeOrganization(sql, { name: 'Coast Parking', commission_rate: 1000 });
  const { token } = await signedInMember(at, owner, 'ADMIN');
  const spot = await makeSpot(sql, { organization: owner, name: 'Phoenix Lot' });
  return { owner, token, spot };
}
type Owner = Awaited<ReturnType<typeof makeOwner>>;

const read = async ({ owner, token }: Owner, kind: LetterKind = 'weekly', start = monday) => {
  const { status, body } = await at.call(
    getLetter,
    { params: { orgId: String(owner.pk), kind, start } },
    { token },
  );
  expect(status).toBe(200);
  return body;
};

/** A letter as lines of plain words. */
const toWords = (letter: LetterContent | null): string[] => {
  const join = (line: readonly { text: string }[]) => line.map(({ text }) => text).join('');
  if (!letter) return [];
  const { lead, sections, closing } = letter;
  return [
    ...lead.map(join),
    ...sections.flatMap(({ title, figures, lines }) => [
      `# ${title}`,
      ...figures.map(({ label, value, notes }) =>
        [label, value.text, ...notes.map(join)].join(' | '),
      ),
      ...lines.map(join),
    ]),
    ...(closing ? [closing] : []),
  ];
};

const noon = (date: LocalDate) => `${date}T19:00:00Z`;

/** One rental of so many cents on each Tuesday of the weeks before, the latest first. */
const recordWeeks = ({ owner, spot }: Owner, at: TestSpot, amounts: readonly number[]) =>
  record(
    sql,
    { organization: owner.pk },
    amounts.map((amount, index) => rental(at, noon(addDays(monday, 1 - 7 * index)), amount)),
  ).then(() => spot);

test('a week without anything notable is three lines', async () => {
  const owner = await makeOwner();
  await recordWeeks(owner, owner.spot, [10_000, 10_000, 10_100]);
  // Net: 10,000 less 10 % commission.
  expect(toWords((await read(owner)).letter)).toEqual([
    'Net revenue was $90, about as much as the week before ($90).',
    'Drivers paid $100, and 1 rental began.',
    'Nothing else is new.',
  ]);
});

test('an organization without any revenue has nothing to say', async () => {
  const owner = await makeOwner();
  expect((await read(owner)).letter).toBeNull();
});

test('a week says what came in beside both earlier weeks, why, and which property fell most, and each figure opens', async () => {
  const owner = await makeOwner();
  const quiet = await makeSpot(sql, { organization: owner.owner, name: 'Quiet Lot' });
  // Six weeks of $200 at Phoenix, then $100; Quiet has $50 each week.
  await recordWeeks(owner, owner.spot, [10_000, 20_000, 20_000, 20_000, 20_000, 20_000, 20_000]);
  await recordWeeks(owner, quiet, [5000, 5000, 5000, 5000, 5000, 5000, 5000]);
  await record(sql, { organization: owner.owner.pk }, [
    rental(quiet, '2025-08-18T19:00:00Z', 10_000),
  ]);
  const { letter } = await read(owner);
  // Net: 15,000 − 1,500 = 13,500, after 25,000 − 2,500 = 22,500; last year 9,000.
  expect(toWords(letter)).toEqual([
    'Net revenue was $135, 40% less than the week before ($225) and 50% more than the same week of 2025 ($90).',
    '# What came in',
    'Gross revenue | $150 | ▼ 40.0% vs. $250 the week before | ▲ 50.0% vs. $100 in 2025',
    'Rentals | 2 | 0.0% vs. 2 the week before | ▲ 100% vs. 1 in 2025',
    expect.stringMatching(/^Occupancy \| /),
    '# Why it changed',
    expect.stringMatching(/^Lower prices by .* \| -\$100$/),
    expect.stringMatching(/^Less in commission \| \+\$10$/),
    '# Worth a look',
    'Phoenix Lot: net revenue of $90 is the lowest in 6 weeks (usually $180), mostly from lower prices by 50%.',
    // July, and the week of last year: 100,000 + 10,000, less 10 %.
    '# Payouts',
    'Next payout | $990 | Was due on Aug 5, for July | On hold. See why on Payouts.',
  ]);
  const ledger = `/organization/${owner.owner.pk}/ledger`;
  expect(letter?.lead[0]?.filter(({ path }) => path)).toEqual([
    { text: '$135', path: `${ledger}?measure=net&startDate=2026-08-17&endDate=2026-08-23` },
    { text: '$225', path: `${ledger}?measure=net&startDate=2026-08-10&endDate=2026-08-16` },
    { text: '$90', path: `${ledger}?measure=net&startDate=2025-08-18&endDate=2025-08-24` },
  ]);
});

test('a month is compared with the month before and the same month of last year', async () => {
  const owner = await makeOwner();
  await record(sql, { organization: owner.owner.pk }, [
    rental(owner.spot, '2025-07-01T19:00:00Z', 10_000),
    rental(owner.spot, '2026-06-14T19:00:00Z', 10_000),
    rental(owner.spot, '2026-07-01T07:00:00Z', 10_000),
    rental(owner.spot, '2026-08-01T06:59:00Z', 20_000),
  ]);
  const { letter, ...page } = await read(owner, 'monthly', day('2026-07-01'));
  expect(letter?.title).toBe('July 2026');
  expect(toWords(letter)[0]).toBe(
    'Net revenue was $270, 3 times as much as in June 2026 ($90) and 3 times as much as in July 2025 ($90).',
  );
  expect(page).toMatchObject({
    start_date: '2026-07-01',
    end_date: '2026-07-31',
    previous: '2026-06-01',
    next: null,
    was_sent: false,
  });
});

test('new violations, payouts and coming events are sections, and only of the newest week', async () => {
  const owner = await makeOwner();
  await recordWeeks(owner, owner.spot, [10_000, 10_000, 10_000]);
  await makeViolation(sql, owner.spot, {
    amount: cents(4500),
    created_at: fromIso('2026-08-19T19:00:00Z'),
  });
  await sql`
    insert into ledger_entries (organization_id, kind, occurred_at, local_date, local_hour, source, external_id, payout)
    values (${owner.owner.pk}, 'payout', '2026-08-18T15:00:00Z', '2026-08-18', 8, 'payout', 'p1', 7000)`;
  await makeEvent(sql, owner.spot, { name: 'Street Fair', date: day('2026-08-29') });
  const words = toWords((await read(owner)).letter);
  expect(words).toContain('# Payouts');
  expect(words).toContain('Paid out | $70 | on Aug 18');
  expect(words).toContain('1 open violation | $45 | 1 of them new, $45');
  expect(words).toContain('Sat, Aug 29: Street Fair, Phoenix Lot.');
  const older = toWords((await read(owner, 'weekly', day('2026-08-10'))).letter);
  expect(older.filter((line) => line.startsWith('#'))).toEqual([]);
});

test.each([
  ['weekly', '2026-08-18'],
  ['weekly', '2026-08-24'],
  ['monthly', '2026-07-02'],
  ['monthly', '2026-08-01'],
  ['weekly', '2019-12-30'],
] as const)('a %s letter from %s is refused', async (kind, start) => {
  const owner = await makeOwner();
  const { status, body } = await at.call(
    getLetter,
    { params: { orgId: String(owner.owner.pk), kind, start: day(start) } },
    { token: owner.token },
  );
  expect([status, Object.keys((body as never as { fields: object }).fields)]).toEqual([
    400,
    ['start'],
  ]);
});

test('a month isn’t compared with the one when an organization began', async () => {
  const owner = await makeOwner();
  await record(sql, { organization: owner.owner.pk }, [
    rental(owner.spot, '2025-07-28T19:00:00Z', 10_000),
    rental(owner.spot, '2026-06-14T19:00:00Z', 10_000),
    rental(owner.spot, '2026-07-01T07:00:00Z', 30_000),
  ]);
  const { letter } = await read(owner, 'monthly', day('2026-07-01'));
  expect(toWords(letter)[0]).toBe('Net revenue was $270, 3 times as much as in June 2026 ($90).');
});

test('a refund of what was never paid makes a week below zero, which reads as one', async () => {
  const owner = await makeOwner();
  await recordWeeks(owner, owner.spot, [0, 10_000, 10_000]);
  await moveMoney(sql, owner.spot, [movement('2026-08-19T18:00:00Z', 5000, { kind: 'refund' })]);
  expect(toWords((await read(owner)).letter)[0]).toBe(
    'Net revenue was -$45, compared to the week before ($90).',
  );
});
