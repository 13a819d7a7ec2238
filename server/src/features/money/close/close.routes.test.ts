import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import { importBankFile } from '@lotkeeper/contract/money/bank';
import type { CloseLinkName, MonthClose, StayCause } from '@lotkeeper/contract/money/close';
import {
  closeLinks,
  closeMessages,
  closeMonth,
  downloadClosePacket,
  getMonthClose,
  listCloseStays,
  listLateEntries,
  reopenMonth,
  setCloseSettings,
  signCloseLinks,
} from '@lotkeeper/contract/money/close';
import { verifyPacket } from '@lotkeeper/evidence/verify-packet';
import { beforeEach, describe, expect, test } from 'vitest';
import { recordMovements, recordPayouts } from '../../../records/money/entries.ts';
import { makeCamera, makeCameraFeed } from '../../../testing/cameras.factory.ts';
import { signMonth } from '../../../testing/close.factory.ts';
import { eventually } from '../../../testing/eventually.ts';
import { makeOrganization, signedInMember } from '../../../testing/people.factory.ts';
import {
  moveMoney,
  movement,
  record,
  recording,
  rental,
} from '../../../testing/rentals.factory.ts';
import { sealAt } from '../../../testing/seals.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import { makeVisit } from '../../../testing/visits.factory.ts';
import { makeStayCounter } from './close.jobs.ts';

const at = await testApp({ now: '2026-06-20T19:00:00Z' });
const sql = at.database.system;

const april = '2026-04-01';
const may = '2026-05-01';

let organization: { pk: number; uuid: string };
let spot: TestSpot;
let token: string;

beforeEach(async () => {
  at.clock.set('2026-06-20T19:00:00Z');
  organization = await makeOrganization(sql);
  // The organization keeps 90 % after commission; fees are 2.9 % as agreed.
  await sql`update organizations set commission_rate = 1000 where pk = ${organization.pk}`;
  spot = await makeSpot(sql, { organization });
  token = (await signedInMember(at, organization, 'ADMIN')).token;
});

const runCount = makeStayCounter({ database: at.database, clock: at.clock });

const params = () => ({ orgId: String(organization.pk) });

const read = async (month: string, more: { spot?: string } = {}) => {
  const { body } = await at.call(
    getMonthClose,
    { params: params(), query: { month, ...more } },
    { token },
  );
  return body;
};

const find = ({ links }: MonthClose, name: CloseLinkName) => {
  const link = links.find(({ link }) => link === name);
  if (!link) throw new Error(`No link ${name}`);
  return link;
};

/** Both sums, the causes, what is left over, and the state of a link. */
const sumUp = (answer: MonthClose, name: CloseLinkName) => {
  const { first, second, causes, unexplained, state } = find(answer, name);
  return [
    first.value,
    second.value,
    Object.fromEntries(causes.map(({ cause, value }) => [cause, value])),
    unexplained,
    state,
  ];
};

/** $100.00 by card with $8 tax and a fee of $2.90, and $20.00 at a booking site; commission 8.91 and 2.00. */
async function earn(day: string) {
  await moveMoney(sql, spot, [
    movement(`${day}T18:00:00Z`, 10_000, { tax: cents(800), processing_fee: cents(290) }),
    { ...movement(`${day}T19:00:00Z`, 2000), source: 'spothero' },
  ]);
}
/** 12,000 − 800 − 290 − 891 − 200 */
const net = 9819;

async function pay(day: string, amount: number) {
  await recording(sql, organization.pk, (recorder) =>
    recordPayouts(recorder, [
      {
        source: 'payout',
        external_id: `payout-${day}`,
        paid_at: fromIso(`${day}T17:00:00Z`),
        local_date: day as LocalDate,
        amount: cents(amount),
        statement_descriptor: `LOTKEEPER ${day}`,
      },
    ]),
  );
}

const deposit = (...lines: string[]) =>
  at.call(
    importBankFile,
    {
      params: params(),
      query: {},
      body: Buffer.from(`Date,Description,Amount\n${lines.join('\n')}\n`),
    },
    { token },
  );

const sign = (month: string) => signMonth(at, organization, { month, token });

const close = (month: string) =>
  at.call(closeMonth, { params: params(), body: { month } }, { token });

const signAndClose = async (month: string) => {
  await sign(month);
  return close(month);
};

describe('the sums of a month', () => {
  test('tie from the charges to the income statement, with each deduction as a cause', async () => {
    await earn('2026-04-10');
    await pay('2026-05-05', net);
    await deposit('2026-05-06,LOTKEEPER 2026-05-05,98.19', '2026-05-20,RENT,-10.00');
    const answer = await read(april);
    expect(sumUp(answer, 'cars').at(-1)).toBe('not_applicable');
    expect(sumUp(answer, 'charges')).toEqual([12_000, 10_000, { booking_site: 2000 }, 0, 'ties']);
    expect(sumUp(answer, 'payouts')).toEqual([
      10_000,
      9819,
      { included: -2000, taxes: 800, fees: 290, commission: 1091 },
      0,
      'ties',
    ]);
    expect(sumUp(answer, 'bank')).toEqual([9819, 9819, {}, 0, 'ties']);
    expect(sumUp(answer, 'statement')).toEqual([9819, 9819, {}, 0, 'ties']);
    expect(answer.is_over).toBe(true);
  });

  test('say what was carried over, what is not due, and what is due and was not paid', async () => {
    await earn('2026-03-10');
    await earn('2026-04-10');
    await pay('2026-05-05', 2 * net);
    expect(sumUp(await read(april), 'payouts')).toEqual([
      10_000,
      19_638,
      { included: -2000, taxes: 800, fees: 290, commission: 1091, carried_in: -9819 },
      0,
      'ties',
    ]);
    await earn('2026-06-10');
    expect(sumUp(await read('2026-06-01'), 'payouts')[2]).toMatchObject({ not_due: 9819 });
    await earn('2026-05-10');
    const unpaid = sumUp(await read(may), 'payouts');
    expect(unpaid[2]).toMatchObject({ not_paid_out: 9819 });
    expect(unpaid.at(-1)).toBe('differs');
  });

  test('find a missing payout and a double deposit at the bank', async () => {
    await earn('2026-04-10');
    await pay('2026-05-05', net);
    await deposit('2026-05-02,RENT,-10.00', '2026-05-06,FEE,-1.00', '2026-05-20,RENT,-10.00');
    const missing = await read(april);
    expect(sumUp(missing, 'bank')).toEqual([9819, 0, { missing_payout: 9819 }, 0, 'differs']);
    expect(sumUp(missing, 'statement')).toEqual([0, 9819, { earlier_link: -9819 }, 0, 'ties']);
    await deposit('2026-05-06,LOTKEEPER A,98.19', '2026-05-07,LOTKEEPER A,98.19');
    const double = await read(april);
    expect(sumUp(double, 'bank')).toEqual([9819, 19_638, { to_decide: -9819 }, 0, 'differs']);
  });

  test('name each deposit that isn’t as its payout by amount and day, in the month of the payout', async () => {
    await sql`update organizations set payout_schedule = 'daily' where pk = ${organization.pk}`;
    for (const [day, amount] of Object.entries({
      '04-03': 17_268,
      '04-07': 20_328,
      '04-10': 13_262,
      '04-20': 19_516,
      '04-21': 21_723,
      '04-28': 18_982,
    }))
      await pay(`2026-${day}`, amount);
    await recording(sql, organization.pk, (recorder) =>
      recordPayouts(recorder, [
        {
          source: 'payout',
          external_id: 'returned',
          returns: 'payout-2026-04-21',
          paid_at: fromIso('2026-04-23T17:00:00Z'),
          local_date: '2026-04-23' as LocalDate,
          amount: cents(-21_723),
          statement_descriptor: 'LOTKEEPER 2026-04-21',
        },
      ]),
    );
    await deposit(
      '2026-04-04,RENT,-10.00',
      '2026-04-08,LOTKEEPER 2026-04-07,165.78',
      '2026-04-11,LOTKEEPER 2026-04-10,107.62',
      '2026-04-15,STRIPE TRANSFER,412.00',
      '2026-04-16,STRIPE CHARGEBACK,-12.00',
      '2026-04-21,LOTKEEPER 2026-04-20,195.16',
      '2026-04-22,LOTKEEPER 2026-04-21,217.23',
      '2026-04-23,ACH RETURN R03 LOTKEEPER,-195.16',
      '2026-05-08,LOTKEEPER 2026-04-28,189.82',
    );
    const bank = find(await read(april), 'bank');
    expect(bank.causes.map(({ cause, certainty, value }) => [cause, certainty, value])).toEqual([
      ['late_deposit', 'explained', 18_982],
      ['missing_payout', 'found', 17_268],
      ['short_deposit', 'found', 3750],
      ['short_deposit', 'found', 2500],
      ['sent_back', 'found', 19_516],
      ['return_missing', 'found', -21_723],
      ['unknown_deposit', 'found', -41_200],
      ['unknown_withdrawal', 'found', 1200],
    ]);
    expect(bank.causes.map(({ detail }) => detail)).toEqual([
      'Payout of Apr 28, 2026: it arrived on May 8, 2026 (LOTKEEPER 2026-04-28).',
      'Payout of Apr 3, 2026. The bank file covers its days.',
      'Payout of Apr 7, 2026: $37.50 less arrived on Apr 8, 2026 (LOTKEEPER 2026-04-07).',
      'Payout of Apr 10, 2026: $25.00 less arrived on Apr 11, 2026 (LOTKEEPER 2026-04-10).',
      'Payout of Apr 20, 2026: taken back on Apr 23, 2026 (ACH RETURN R03 LOTKEEPER).',
      'Recorded as returned on Apr 23, 2026. The bank file has the deposit only.',
      'On Apr 15, 2026 (STRIPE TRANSFER).',
      'On Apr 16, 2026 (STRIPE CHARGEBACK).',
    ]);
    // 172.68 + 203.28 + 132.62 + 195.16 + 217.23 + 189.82 − 217.23, and 165.78 + 107.62 + 412.00 − 12.00 + 217.23
    expect([bank.first.value, bank.second.value, bank.unexplained]).toEqual([89_356, 89_063, 0]);
    expect(find(await read(may), 'bank').causes).toEqual([]);
  });

  test('name a payout of less than was earned, which the next makes up for', async () => {
    await sql`update organizations set payout_schedule = 'daily' where pk = ${organization.pk}`;
    for (const day of ['2026-04-09', '2026-04-10', '2026-04-10', '2026-04-11', '2026-04-12'])
      await earn(day);
    await pay('2026-04-11', net);
    await pay('2026-04-12', 2 * net - 10_000);
    await pay('2026-04-13', net + 10_000);
    await pay('2026-04-14', net);
    const { causes, unexplained } = find(await read(april), 'payouts');
    expect(
      causes.flatMap(({ cause, value, detail }) =>
        /paid$|carried/.test(cause) ? [[cause, value, detail]] : [],
      ),
    ).toEqual([
      ['less_paid', 10_000, 'Payout of Apr 12, 2026: $100.00 less.'],
      ['more_paid', -10_000, 'Payout of Apr 13, 2026: $100.00 more.'],
    ]);
    expect(unexplained).toBe(0);
  });

  test.each(['daily', 'weekly'] as const)(
    'find what %s payouts didn’t pay and no later one made up for, once it is due',
    async (schedule) => {
      await sql`update organizations set payout_schedule = ${schedule} where pk = ${organization.pk}`;
      // Sundays end weeks: 12, 19 and 26 April.
      for (const day of ['2026-04-12', '2026-04-19', '2026-04-26']) await earn(day);
      await pay('2026-04-14', net);
      await pay('2026-04-21', net - 5000);
      const payouts = async () => {
        const { causes, state } = find(await read(april), 'payouts');
        const named = causes.filter(({ cause }) => /paid|carried/.test(cause));
        return [...named.map(({ cause, certainty, value }) => [cause, certainty, value]), state];
      };
      expect(await payouts()).toEqual([
        ['less_paid', 'found', 5000],
        ['not_paid_out', 'found', 9819],
        'differs',
      ]);
      // A later payout pays all that was earned before; what arrives after it isn't an error.
      await pay('2026-05-14', net + 5000);
      await earn('2026-04-27');
      expect((await payouts()).slice(0, 1)).toEqual([['less_paid', 'explained', 5000]]);
      expect((await payouts()).at(-1)).toBe('ties');
    },
  );

  test('find fees other than agreed, with the day from which they are', async () => {
    await earn('2026-04-10');
    await moveMoney(sql, spot, [
      movement('2026-04-15T18:00:00Z', 10_000, { processing_fee: cents(350) }),
    ]);
    const { causes } = find(await read(april), 'payouts');
    const wrong = causes.find(({ cause }) => cause === 'wrong_fees');
    expect(wrong).toMatchObject({ value: 60, certainty: 'found' });
    expect(wrong?.detail).toContain('more than agreed from Apr 15, 2026 on');
    expect(causes.find(({ cause }) => cause === 'fees')?.value).toBe(580);
  });

  test('of a property end at its net revenue, and a stranger’s property is not found', async () => {
    await earn('2026-04-10');
    const answer = await read(april, { spot: spot.uuid });
    expect(answer.property?.pk).toBe(spot.pk);
    expect(find(answer, 'payouts').second).toEqual({ station: 'earned', value: net });
    expect(find(answer, 'bank').state).toBe('not_applicable');
    const other = await makeSpot(sql);
    const query = { month: april, spot: String(other.pk) };
    const call = await at.call(getMonthClose, { params: params(), query }, { token });
    expect(call.status).toBe(404);
  });
});

describe('cars', () => {
  /** Records a rental that was charged on a day; returns its pk. */
  async function rent(day: string): Promise<number> {
    const [row] = await record(sql, spot, [rental(spot, `${day}T18:00:00Z`, 1000)]);
    if (!row) throw new Error('No rental');
    return row.pk;
  }

  /** A visit that ended in an outcome on a day. */
  async function visit(day: string, outcome: string, rentalPk: number | null = null) {
    const pk = await makeVisit(sql, spot, `${day}T18:00:00Z`);
    await sql`
      update visits set outcome = ${outcome}, local_date = ${day}, rental_pk = ${rentalPk}, due_at = null,
        uncollected = ${outcome === 'unexplained' ? 700 : 0}
      where pk = ${pk}`;
  }

  test('are compared with what was charged, with no-shows, several visits and other months as causes', async () => {
    const feed = await makeCameraFeed(sql, organization, 'plate-recognizer');
    await makeCamera(sql, organization, feed, { spot });
    const twice = await rent('2026-04-03');
    await rent('2026-04-04');
    const inMay = await rent('2026-04-30');
    const fromMarch = await rent('2026-03-31');
    await visit('2026-04-03', 'rental', twice);
    await visit('2026-04-05', 'rental', twice);
    await visit('2026-05-01', 'rental', inMay);
    await visit('2026-04-01', 'rental', fromMarch);
    await visit('2026-04-02', 'monthly');
    await visit('2026-04-02', 'unexplained');
    await visit('2026-04-02', 'valet');
    // Two visits of one rental, one charged in March, one monthly, one valet without a rental: 5 of 6 are accounted for.
    const uncounted = await read(april);
    expect(sumUp(uncounted, 'cars')).toEqual([6, 5, { unexplained_cars: 1 }, 0, 'ties']);
    expect(find(uncounted, 'cars').causes[0]?.detail).toBe('They would have paid $7.00.');
    expect(sumUp(uncounted, 'stays')).toEqual([
      5,
      3,
      { outcome: 1, not_counted: 1 },
      0,
      'unchecked',
    ]);
    await runCount();
    expect(sumUp(await read(april), 'stays')).toEqual([
      5,
      3,
      {
        outcome: 1,
        several_visits: 1,
        other_month: 1,
        no_rental: 1,
        no_show: -1,
        came_in_other_month: -1,
      },
      0,
      'ties',
    ]);
    const list = async (cause: StayCause) => {
      const query = { month: april, spot: String(spot.pk), cause };
      const call = await at.call(listCloseStays, { params: params(), query }, { token });
      return call.body.map(({ local_date, rental: of }) => [local_date, of !== null]);
    };
    expect(await list('several_visits')).toEqual([['2026-04-05', true]]);
    expect(await list('other_month')).toEqual([['2026-04-01', true]]);
    expect(await list('no_rental')).toEqual([['2026-04-02', false]]);
    expect(await list('no_show')).toEqual([['2026-04-04', true]]);
    expect(await list('came_in_other_month')).toEqual([['2026-04-30', true]]);
    await at.call(
      setCloseSettings,
      { params: params(), body: { tolerance_cents: 0, tolerance_cars: 0 } },
      { token },
    );
    expect(find(await read(april), 'cars').state).toBe('differs');
  });
});

describe('closing', () => {
  beforeEach(async () => {
    await earn('2026-04-10');
    await pay('2026-05-05', net);
    await deposit('2026-05-06,LOTKEEPER 2026-05-05,98.19', '2026-05-20,RENT,-10.00');
  });

  const refused = async (call: Promise<{ status: number; error: { detail: string } }>) => {
    const { status, error } = await call;
    return status === 200 ? 'accepted' : error.detail;
  };

  /** Records an entry in a transaction that stays open until the test commits it. */
  async function startSlowEntry(at: string, amount: number) {
    const written = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const entry = {
      source: 'test',
      spot_pk: spot.pk,
      rental_pk: null,
      rental_type: 'hourly',
    } as const;
    const ended = recording(sql, organization.pk, async (recorder) => {
      await recordMovements(recorder, [{ ...entry, ...movement(at, amount) }]);
      written.resolve();
      await release.promise;
    });
    await written.promise;
    return {
      commit: async () => {
        release.resolve();
        await ended;
      },
    };
  }

  test('needs every link signed with the sums as they are, and the month to be over', async () => {
    expect(await refused(close(april))).toBe(closeMessages.unsigned);
    await sign(april);
    await earn('2026-04-12');
    const stale = 'Charges → processor; Processor → payouts; Bank → income statement';
    expect(await refused(close(april))).toBe(closeMessages.stale(stale));
    expect(find(await read(april), 'charges').signature).toMatchObject({
      reason: 'Ties',
      is_current: false,
    });
    await signAndClose(april);
    expect(await refused(signAndClose('2026-06-01'))).toBe(closeMessages.earlier);
    await signAndClose(may);
    expect(await refused(signAndClose('2026-06-01'))).toBe(closeMessages.open);
    // June is over in Tokyo, then in UTC, and last in Phoenix.
    await makeSpot(sql, { organization, timezone: 'Asia/Tokyo' });
    for (const [time, isOver] of [
      ['2026-06-30T15:00:00Z', false],
      ['2026-07-01T06:59:59Z', false],
      ['2026-07-01T07:00:00Z', true],
    ] as const) {
      at.clock.set(time);
      token = (await signedInMember(at, organization, 'ADMIN')).token;
      expect((await read('2026-06-01')).is_over, time).toBe(isOver);
    }
  });

  test('a signature with other sums than those that are is refused', async () => {
    const link = { link: 'charges' as const, first: 11_000, second: 10_000, unexplained: 0 };
    const call = at.call(
      signCloseLinks,
      { params: params(), body: { month: april, reason: 'Ties', links: [link] } },
      { token },
    );
    expect(await refused(call)).toBe(closeMessages.changed);
  });

  test('freezes a month: what arrives later is named in both months, once', async () => {
    await signAndClose(april);
    await earn('2026-04-20');
    const frozen = await read(april);
    expect(find(frozen, 'charges').first.value).toBe(12_000);
    expect(frozen.late).toEqual({ month: april, entries: 2, gross: 12_000, refunds: 0, net });
    expect((await read(may)).adjustments).toEqual([
      { month: april, entries: 2, gross: 12_000, refunds: 0, net },
    ]);
    const late = await at.call(
      listLateEntries,
      { params: params(), query: { month: april } },
      { token },
    );
    expect(late.body.map(({ gross }) => gross as number).sort((a, b) => a - b)).toEqual([
      2000, 10_000,
    ]);
    await signAndClose(may);
    await moveMoney(sql, spot, [movement('2026-04-21T18:00:00Z', 500)]);
    expect((await read(may)).adjustments).toMatchObject([{ entries: 2, gross: 12_000 }]);
    expect((await read('2026-06-01')).adjustments).toMatchObject([{ entries: 1, gross: 500 }]);
    expect((await read(april)).late).toMatchObject({ entries: 3, gross: 12_500 });
  });

  test('a payout that comes back after its month was closed changes nothing there, and is carried into the next', async () => {
    at.clock.set('2026-05-10T19:00:00Z');
    await signAndClose(april);
    await pay('2026-05-20', -net);
    at.clock.set('2026-06-20T19:00:00Z');
    expect(sumUp(await read(april), 'payouts')[1]).toBe(net);
    // May earned nothing; the 98.19 that came back are from before it, and weren't paid again.
    expect(sumUp(await read(may), 'payouts')).toEqual([
      0,
      0,
      { carried_in: -net, not_paid_out: net },
      0,
      'differs',
    ]);
    await pay('2026-06-05', net);
    expect(sumUp(await read(may), 'payouts')).toEqual([0, net, { carried_in: -net }, 0, 'ties']);
  });

  test('a dispute that is won after it was lost in a closed month counts when it is won', async () => {
    await moveMoney(sql, spot, [
      movement('2026-04-28T18:00:00Z', 1080, { kind: 'refund', tax: cents(80) }),
    ]);
    await signAndClose(april);
    const before = await read(april);
    await moveMoney(sql, spot, [movement('2026-05-19T18:00:00Z', 1080, { tax: cents(80) })]);
    expect((await read(april)).links).toEqual(before.links);
    expect((await read(april)).late).toMatchObject({ entries: 0, gross: 0 });
    // 1080 less 80 of tax and 100 of commission, in May.
    expect(sumUp(await read(may), 'charges')[0]).toBe(1080);
    expect(find(await read(may), 'statement').second.value).toBe(900);
  });

  test('names an entry that was being recorded meanwhile as late, or has it in its sums', async () => {
    await sign(may);
    await signAndClose(april);
    const slow = await startSlowEntry('2026-05-20T18:00:00Z', 4321);
    // A higher number, committed before: of a month that isn't closed yet.
    await moveMoney(sql, await makeSpot(sql, { organization }), [
      movement('2026-06-10T18:00:00Z', 100),
    ]);
    const closing = close(may);
    // The closing reads the locks of writers once it has counted stays.
    await eventually(async () => {
      const rows = await sql`
        select from pg_stat_activity where datname = current_database() and query like '%from pg_locks%'
          and pid <> pg_backend_pid()`;
      return rows.length > 0;
    });
    await slow.commit();
    expect(await refused(closing)).toBe(
      closeMessages.recounted('Charges → processor; Bank → income statement'),
    );
    await signAndClose(may);
    expect((await read(may)).late).toMatchObject({ entries: 0 });
    expect(find(await read(may), 'charges').first.value).toBe(4321);
    await moveMoney(sql, spot, [movement('2026-05-21T18:00:00Z', 50)]);
    const query = { month: may };
    const late = await at.call(listLateEntries, { params: params(), query }, { token });
    expect(late.body.map(({ gross }) => gross)).toEqual([50]);
  });

  test('is refused while an entry stays open, and entries that come during the wait are in the closing', async () => {
    await sign(april);
    const slow = await startSlowEntry('2026-06-12T18:00:00Z', 4321);
    expect(await refused(close(april))).toBe(closeMessages.recording);
    await slow.commit();
    expect(await refused(close(april))).toBe('accepted');
    const [row] = await sql<{ all: number; known: number }[]>`
      select (select count(*) from ledger_entries where organization_id = ${organization.pk}) as all,
        (select count(*) from ledger_entries e where e.organization_id = ${organization.pk}
          and (e.pk <= c.newest_entry or e.pk = any (c.newer_entries))) as known
      from month_closings c where c.organization_id = ${organization.pk}`;
    expect(row?.known).toBe(row?.all);
  });

  test('that counts stays again says which signed sums changed by it', async () => {
    const feed = await makeCameraFeed(sql, organization, 'plate-recognizer');
    await makeCamera(sql, organization, feed, { spot });
    await runCount();
    // A rental that didn't come, which isn't counted yet.
    await record(sql, spot, [rental(spot, '2026-04-03T18:00:00Z', 1000)]);
    expect(find(await read(april), 'stays').unexplained).toBe(-1);
    await sign(april);
    expect(await refused(close(april))).toBe(closeMessages.recounted(closeLinks.stays.label));
    expect(find(await read(april), 'stays').unexplained).toBe(0);
    expect(await refused(signAndClose(april))).toBe('accepted');
  });

  test('of a month that is closed, or whose turn it isn’t, counts nothing again', async () => {
    const feed = await makeCameraFeed(sql, organization, 'plate-recognizer');
    await makeCamera(sql, organization, feed, { spot });
    await signAndClose(april);
    await runCount();
    const counted = () => sql`
      select month, counted_at from month_stays where organization_id = ${organization.pk} order by month`;
    const before = await counted();
    at.clock.forward(1000);
    expect(await refused(close(april))).toBe(closeMessages.closed);
    expect(await refused(close('2026-03-01'))).toBe(closeMessages.later);
    expect(await refused(close('2026-06-01'))).toBe(closeMessages.earlier);
    expect(await refused(close(may))).toBe(closeMessages.unsigned);
    expect(await counted()).toEqual(before);
  });

  test('names a deposit that comes after it, and the frozen sums stay', async () => {
    await signAndClose(april);
    const before = await read(april);
    expect(before.late_changes).toEqual([]);
    await deposit('2026-05-16,STRIPE TRANSFER,412.00');
    const after = await read(april);
    expect(after.links).toEqual(before.links);
    const { value } = find(before, 'bank').second;
    expect(after.late_changes).toMatchObject([
      { link: 'bank', cause: null, before: value, now: value + 41_200 },
      {
        cause: 'unknown_deposit',
        before: 0,
        now: -41_200,
        detail: 'On May 16, 2026 (STRIPE TRANSFER).',
      },
    ]);
    // A month that an earlier version closed has its causes by other names, and can't be compared.
    await sql`
      update month_closings set has_named_causes = false where organization_id = ${organization.pk}`;
    expect((await read(april)).late_changes).toEqual([]);
  });

  test('a charge that was recorded twice is named until it is refunded', async () => {
    const [stay] = await record(sql, spot, [rental(spot, '2026-04-12T18:00:10Z', 953)]);
    const again = (external_id: string, more: object) =>
      sql`
        insert into ledger_entries ${sql.values({
          organization_id: organization.pk,
          spot_pk: spot.pk,
          rental_pk: stay?.pk ?? 0,
          rental_type: 'hourly',
          local_date: '2026-04-12',
          local_hour: 11,
          source: 'gate',
          external_id,
          ...more,
        })}`;
    const [first] = await sql<{ occurred_at: string; external_id: string }[]>`
      select to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI') as occurred_at, external_id
      from ledger_entries where organization_id = ${organization.pk} and gross = 953`;
    const at40 = `${first?.occurred_at}:40Z`;
    await again('ch_2', { kind: 'charge', gross: 953, occurred_at: at40 });
    await again('ch_3', { kind: 'charge', gross: 954, occurred_at: at40 });
    await again('ch_4', { kind: 'charge', gross: 953, occurred_at: '2026-04-12T21:00:00Z' });
    const double = {
      property: { pk: spot.pk },
      local_date: '2026-04-12',
      amount: 953,
      first_id: first?.external_id,
      second_id: 'ch_2',
    };
    expect((await read(april)).doubles).toMatchObject([double]);
    expect((await read(april, { spot: spot.uuid })).doubles).toHaveLength(1);
    expect((await read(may)).doubles).toEqual([]);
    await again('re_1', { kind: 'refund', refund: 953, occurred_at: '2026-04-13T18:00:00Z' });
    expect((await read(april)).doubles).toEqual([]);
  });

  describe('with an entry that was changed in the database', () => {
    const name = 'Alpha Garage';
    beforeEach(() => sql`update spots set name = ${name} where pk = ${spot.pk}`);
    const alter = (column: string) =>
      sql.begin(async (tx) => {
        await tx`set local session_replication_role = replica`;
        await tx.unsafe(
          `update ledger_entries set ${column} where organization_id = ${organization.pk} and source = 'spothero'`,
        );
      });

    test('is refused with its property and day, because the sums aren’t those of the entries', async () => {
      await earn('2026-04-09');
      await sign(april);
      await alter('gross = gross + 5000');
      expect(await refused(close(april))).toBe(
        closeMessages.otherSums(name, '2026-04-09', '$170.00', '$120.00'),
      );
      await alter('gross = gross - 5000');
      expect((await close(april)).status).toBe(200);
    });

    test('is refused with its property and day, because it isn’t as it was sealed', async () => {
      await earn('2026-04-09');
      await sealAt(sql, '2026-06-20T18:00:00Z');
      await sign(april);
      await alter(`external_id = external_id || 'x'`);
      expect(await refused(close(april))).toBe(closeMessages.altered(name, '2026-04-09'));
    });
  });

  test('two Admins who close at once close it once', async () => {
    await sign(april);
    const results = await Promise.all([refused(close(april)), refused(close(april))]);
    expect(results.filter((result) => result === 'accepted')).toHaveLength(1);
    expect((await read(april)).closed_months).toEqual([april]);
  });

  test('reopening is for the newest month, says why, and keeps what was frozen', async () => {
    await signAndClose(april);
    await signAndClose(may);
    const reopen = (month: string) =>
      at.call(reopenMonth, { params: params(), body: { month, reason: 'A refund' } }, { token });
    expect(await refused(reopen(april))).toBe(closeMessages.later);
    await reopen(may);
    expect(await refused(reopen(may))).toBe(closeMessages.notClosed);
    const { events, closing } = await read(may);
    expect(closing).toBeNull();
    expect(events).toMatchObject([{ act: 'reopened', reason: 'A refund' }, { act: 'closed' }]);
    await close(may);
    expect((await read(may)).events.map(({ act }) => act)).toEqual([
      'closed',
      'reopened',
      'closed',
    ]);
  });

  test('the packet of a closed month can be verified, and a changed one fails', async () => {
    await signAndClose(april);
    const { response } = await at.call(
      downloadClosePacket,
      { query: { organization: String(organization.pk), month: april } },
      { token },
    );
    const bytes = new Uint8Array(response.rawPayload);
    expect(await verifyPacket(bytes)).toMatchObject({ verdict: 'proved in part' });
    bytes[200] = (bytes[200] ?? 0) ^ 1;
    expect((await verifyPacket(bytes)).verdict).not.toMatch(/^proved/);
  });

  test('a tolerance lets small differences tie', async () => {
    await moveMoney(sql, spot, [
      movement('2026-04-15T18:00:00Z', 10_000, { processing_fee: cents(350) }),
    ]);
    const before = find(await read(april), 'payouts');
    expect(before.found).toBe(60);
    expect(before.state).toBe('ties');
    const body = { tolerance_cents: 59, tolerance_cars: 0 };
    await at.call(setCloseSettings, { params: params(), body }, { token });
    expect(find(await read(april), 'payouts').state).toBe('differs');
  });
});
