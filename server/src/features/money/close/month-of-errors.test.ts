import { createHash } from 'node:crypto';
import {
  ingestPayments,
  ingestRefunds,
  ingestRentals,
  ingestVisits,
} from '@lotkeeper/contract/intake/ingest';
import { instant, toIso } from '@lotkeeper/contract/kernel/calendar';
import { cents, dollarsText } from '@lotkeeper/contract/kernel/money';
import { decideBankLine, getBank, listBankPayouts } from '@lotkeeper/contract/money/bank';
import type { BookingList } from '@lotkeeper/contract/money/booking-lists';
import {
  closeMessages,
  closeMonth,
  downloadClosePacket,
  getMonthClose,
  listCloseStays,
  listLateEntries,
  setCloseSettings,
} from '@lotkeeper/contract/money/close';
import { listFigureEntries } from '@lotkeeper/contract/money/figures';
import { listSiteBookings } from '@lotkeeper/contract/money/remittances';
import { getTaxes, taxMessages } from '@lotkeeper/contract/money/taxes';
import { updateSpot } from '@lotkeeper/contract/platform/spot-fields';
import { readZip } from '@lotkeeper/evidence/packet-files';
import { beforeAll, expect, test } from 'vitest';
import { must } from '../../../kernel/must.ts';
import { listDisagreements } from '../../../records/money/ledger.ts';
import { verifyImages } from '../../../records/trust/verify-images.ts';
import { verifySeals } from '../../../records/trust/verify-seals.ts';
import { signMonth } from '../../../testing/close.factory.ts';
import { chargeItem, rentalItem } from '../../../testing/ingest.factory.ts';
import {
  cardCharge,
  cardStay,
  plantMonth,
  remittanceLine,
  visitOf,
} from '../../../testing/month-of-errors.factory.ts';
import { sealAt } from '../../../testing/seals.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import { makeStayCounter } from './close.jobs.ts';

/*
 * Every error of money that was ever planted, in one month: that each is found by itself, which other tests show, doesn't
 * say that it is found beside the others.
 */

const at = await testApp({ now: '2026-11-20T19:00:00Z' });
const october = '2026-10-01';
const november = '2026-11-01';
const untilNow = { start_date: '2026-10-01', end_date: '2026-11-20' } as const;
const month = await plantMonth(at);
const { sql, organization, by, params, outside } = month;
const dollars = (amount: number) => dollarsText(cents(amount));

/** What `npm run ledger:verify` compares. */
const verify = async () => ({
  rollups: await listDisagreements(sql),
  seals: (await verifySeals(sql)).differences,
  images: (await verifyImages(sql, at.files)).differences,
});

const readClose = async (of = october) =>
  (await at.call(getMonthClose, { params, query: { month: of } }, by)).body;

async function readBank() {
  const { questions, unknown } = (await at.call(getBank, { params, query: untilNow }, by)).body;
  const pages = await Promise.all(
    [1, 2].map((page) =>
      at.call(listBankPayouts, { params, query: { ...untilNow, page: String(page) } }, by),
    ),
  );
  return [
    ...pages
      .flatMap(({ body }) => body.results)
      .map(
        ({ local_date, amount, state, line: of, back_line }) =>
          `payout ${local_date} ${dollars(amount)} ${state}${of ? ` ${of.local_date} ${dollars(of.amount)}` : ''}${back_line ? ` back ${back_line.local_date}` : ''}`,
      ),
    ...questions.map(
      ({ kind, line: of, payouts }) =>
        `question ${of.local_date} ${dollars(of.amount)} ${kind} of ${payouts.map(({ local_date }) => local_date).join(' and ')}`,
    ),
    ...unknown.map((of) => `unknown ${of.local_date} ${dollars(of.amount)} ${of.descriptor}`),
  ];
}

async function readSites() {
  const lists: BookingList[] = [
    'came_unpaid',
    'not_paid',
    'unknown',
    'kept_more',
    'kept_less',
    'paid_less',
    'paid_more',
    'other_property',
  ];
  const read = async (list: BookingList) => {
    const query = { month: october, list };
    const { results } = (await at.call(listSiteBookings, { params, query }, by)).body;
    return results.map(
      ({ local_date, reference, property, ours, gross, commission, agreed }) =>
        `${list} ${local_date} ${reference} at ${property?.name ?? 'no lot'}: ours ${ours}, theirs ${gross}, kept ${commission} of ${agreed}`,
    );
  };
  return (await Promise.all(lists.map(read))).flat();
}

const readTaxes = async () =>
  (await at.call(getTaxes, { params, query: { month: october } }, by)).body.wrong.map(
    ({ property, days, taken, by_rates }) =>
      `${property.name} ${days.map(({ start_date }) => start_date).join(' and ')}: ${dollars(taken)} instead of ${dollars(by_rates)}`,
  );

async function readCauses() {
  const { links, doubles } = await readClose();
  const query = { month: october, cause: 'other_month' } as const;
  const stays = (await at.call(listCloseStays, { params, query }, by)).body;
  return [
    ...links.flatMap(({ link, causes, unexplained }) => [
      ...(unexplained === 0 ? [] : [`${link} unexplained ${unexplained}`]),
      ...causes.map(
        ({ cause, certainty, value, detail }) =>
          `${link} ${certainty} ${cause} ${value}${detail ? `: ${detail}` : ''}`,
      ),
    ]),
    ...doubles.map(
      ({ property, local_date, amount, first_id, second_id }) =>
        `double ${property.name} ${local_date} ${dollars(amount)}: ${first_id} and ${second_id}`,
    ),
    ...stays.map(
      ({ property, local_date, plate }) => `other_month ${property.name} ${local_date} ${plate}`,
    ),
  ];
}

async function readLedger() {
  const ask = async (measure: 'gross' | 'refunds', start_date: string, end_date: string) => {
    const query = {
      measure,
      spot: String(month.alpha.pk),
      start_date,
      end_date,
      order: 'oldest',
    } as const;
    return (await at.call(listFigureEntries, { query }, by)).body;
  };
  const ninth = await ask('gross', '2026-10-09', '2026-10-09');
  const late = await ask('gross', '2026-10-30', '2026-11-20');
  const refunds = await ask('refunds', untilNow.start_date, untilNow.end_date);
  return [
    `total ${ninth.total}, entries ${ninth.results.at(-1)?.running_total}`,
    ...[...late.results, ...refunds.results].map(
      ({ external_id, occurred_at, amount }) =>
        `${external_id} ${toIso(instant(occurred_at))} ${amount}`,
    ),
  ];
}

/** Everything that the pages say, as sentences. */
async function readPages(): Promise<string[]> {
  const pages = {
    Bank: await readBank(),
    'Booking Sites': await readSites(),
    Taxes: await readTaxes(),
    Close: await readCauses(),
    Ledger: await readLedger(),
  };
  return Object.entries(pages).flatMap(([page, sentences]) =>
    sentences.map((one) => `${page}: ${one}`),
  );
}

const unpaidAtBeta =
  'Close: charges found not_remitted 3510: 2 bookings at Beta Lot: SH-1 ($20.95), SH-4 ($14.15)';

/**
 * What names each error. A payout is what a day earned: 90 % of the price less 2.9 % of price and tax, such as 139.54 =
 * 0.9 × (160.00 − 0.029 × 171.20) for October 3.
 */
const named: Record<string, string[]> = {
  'B1 a deposit that is missing': [
    'Bank: payout 2026-10-05 $139.54 missing',
    'Close: bank found missing_payout 13954: Payout of Oct 5, 2026. The bank file covers its days.',
  ],
  'B2 a deposit of $37.50 less': [
    'Bank: payout 2026-10-07 $132.13 short 2026-10-08 $94.63',
    'Close: bank found short_deposit 3750: Payout of Oct 7, 2026: $37.50 less arrived on Oct 8, 2026 (LOTKEEPER 2026-10-07).',
  ],
  'B3 a deposit twice': [
    'Bank: payout 2026-10-09 $139.82 asked',
    'Bank: question 2026-10-10 $139.82 several of 2026-10-09',
    'Close: bank found to_decide -13982: Deposits that can be more than one payout don’t add up to the payouts.',
  ],
  'B4 a fee of $25.00 kept': [
    'Bank: payout 2026-10-12 $133.87 short 2026-10-13 $108.87',
    'Close: bank found short_deposit 2500: Payout of Oct 12, 2026: $25.00 less arrived on Oct 13, 2026 (LOTKEEPER 2026-10-12).',
  ],
  'B5 two payouts in one deposit': [
    'Bank: payout 2026-10-18 $135.96 asked',
    'Bank: payout 2026-10-19 $136.31 asked',
    'Bank: question 2026-10-19 $272.27 sum of 2026-10-18 and 2026-10-19',
  ],
  'B6 a payout that the bank took back': [
    'Bank: payout 2026-10-20 $136.67 sent_back 2026-10-21 $136.67 back 2026-10-25',
    'Close: bank found sent_back 13667: Payout of Oct 20, 2026: taken back on Oct 25, 2026 (ACH RETURN R03 LOTKEEPER).',
  ],
  'B6b a return that the bank doesn’t have': [
    'Bank: payout 2026-10-24 -$158.32 return_missing',
    'Close: bank found return_missing -15832: Recorded as returned on Oct 24, 2026. The bank file has the deposit only.',
    'Close: payouts found not_paid_out 15832: It was due on Nov 2, 2026.',
  ],
  'B7 a deposit ten days late': [
    'Bank: payout 2026-10-28 $139.45 late 2026-11-07 $139.45',
    'Close: bank explained late_deposit 13945: Payout of Oct 28, 2026: it arrived on Nov 7, 2026 (LOTKEEPER 2026-10-28).',
  ],
  'B8 a deposit without a payout': [
    'Bank: unknown 2026-10-16 $412.00 STRIPE TRANSFER',
    'Close: bank found unknown_deposit -41200: On Oct 16, 2026 (STRIPE TRANSFER).',
  ],
  'R1 a booking that wasn’t remitted': [
    'Booking Sites: not_paid 2026-10-08 SH-1 at Beta Lot: ours 2095, theirs null, kept null of null',
    unpaidAtBeta,
  ],
  'R2 a booking that was remitted twice': [
    'Booking Sites: paid_more 2026-10-09 SH-2 at Alpha Garage: ours 1481, theirs 2962, kept 444 of 444',
    'Close: charges found site_paid_more -1481: 1 booking at Alpha Garage: SH-2 ($14.81)',
  ],
  'R3 a booking that was remitted with $10.00 less': [
    'Booking Sites: paid_less 2026-10-14 SH-3 at Beta Lot: ours 1544, theirs 544, kept 82 of 82',
    'Close: charges found site_paid_less 1000: 1 booking at Beta Lot: SH-3 ($10.00)',
  ],
  'R4 a booking that the site cancelled, and the car came': [
    'Booking Sites: came_unpaid 2026-10-15 SH-4 at Beta Lot: ours 1415, theirs 0, kept 0 of 0',
    unpaidAtBeta,
  ],
  'R5 a line for the other lot': [
    'Booking Sites: other_property 2026-10-20 SH-5 at Beta Lot: ours 2536, theirs 2536, kept 380 of 380',
    'Close: charges found site_other_property 2536: 1 booking at Beta Lot: SH-5 ($25.36 for Alpha Garage)',
  ],
  'R6 a commission of 15.5 % instead of 15 %': [
    'Booking Sites: kept_more 2026-10-21 SH-6 at Alpha Garage: ours 1200, theirs 1200, kept 186 of 180',
    'Close: charges found site_kept_more 6: 1 booking at Alpha Garage: SH-6 ($0.06)',
  ],
  'R8 a line with an unknown reference': [
    'Booking Sites: unknown 2026-10-22 SH-8 at Beta Lot: ours null, theirs 4000, kept 600 of null',
    'Close: charges found site_unknown -3400: 1 booking at Beta Lot: SH-8 ($34.00)',
  ],
  'R9 a line of a lot that isn’t ours': [
    'Booking Sites: unknown 2026-10-23 SH-9 at no lot: ours null, theirs 5000, kept 750 of null',
    'Close: charges found site_unknown -4250: 1 booking: SH-9 ($42.50)',
  ],
  // 8.875 of 108.875 of $171.20.
  'T1 tax of 7 %': [
    'Taxes: Alpha Garage 2026-10-03: $11.20 instead of $13.96',
    'Close: payouts found wrong_taxes -276: Alpha Garage, transient: taxed at 7 % instead of 8.875 % on Oct 3',
  ],
  // 8.875 of 108.875 of $160.00.
  'T2 no tax': [
    'Taxes: Alpha Garage 2026-10-07: $0.00 instead of $13.04',
    'Close: payouts found wrong_taxes -1304: Alpha Garage, transient: taxed at 0 % instead of 8.875 % on Oct 7',
  ],
  'L7 a fee of 5 %': [
    'Close: payouts found wrong_fees 46: Beta Lot: more than agreed from Oct 11, 2026 on',
  ],
  'L4 a card payment recorded twice': [
    'Close: double Beta Lot 2026-10-13 $9.53: L4-first and L4-second',
  ],
  // No error: it counts when the money went back.
  'L1 a refund in November of a rental in October': [
    'Ledger: L1-refund 2026-11-03T15:00:00.000Z 1000',
  ],
  // No error: each charge counts when it was paid.
  'L2 a rental over the end of the month, charged in both': [
    'Ledger: L2-october 2026-10-30T15:00:00.000Z 4355',
    'Ledger: L2-november 2026-11-01T15:00:00.000Z 4355',
  ],
  // The time that was sent is the only one that there is: the car is named as charged in another month.
  'L5 a charge whose clock was an hour off at the end of October': [
    'Close: stays explained other_month 1',
    'Close: other_month Beta Lot 2026-10-31 LFIVE05',
  ],
  // The page warns of entries that don’t add up to their total.
  'L6 an entry of $50.00 more in the database': ['Ledger: total 18161, entries 23161'],
  'P1 a payout of $100.00 less, made up for by the next': [
    'Close: payouts explained less_paid 10000: Payout of Oct 14, 2026: $100.00 less.',
    'Close: payouts explained more_paid -10000: Payout of Oct 15, 2026: $100.00 more.',
  ],
};

let said: string[] = [];

beforeAll(async () => {
  await makeStayCounter({ database: at.database, clock: at.clock })();
  await sealAt(sql, '2026-11-20T18:00:00Z');
  await month.alter(5000);
  said = await readPages();
});

test.each(Object.entries(named))('%s is named', (_, sentences) => {
  expect(said).toEqual(expect.arrayContaining(sentences));
});

test('L3 a charge below 0 is refused in words, and by the database', async () => {
  const charges = [chargeItem('L3', -500)];
  const [reason] = await outside.reasons(ingestRentals, [
    rentalItem(month.beta, 'L3', { charges }),
  ]);
  expect(reason).toContain('charges.0.amount: Must be a whole number of cents, 0 to 100000000.');
  const negative = sql`
    insert into ledger_entries ${sql.values({
      organization_id: organization.pk,
      spot_pk: month.beta.pk,
      kind: 'charge',
      rental_type: 'hourly',
      occurred_at: '2026-10-16T15:00:00Z',
      local_date: '2026-10-16',
      local_hour: 11,
      source: 'gate',
      external_id: 'L3',
      gross: -500,
    })}`;
  await expect(negative).rejects.toThrow(/violates check constraint/);
});

test('nothing is named that wasn’t planted', () => {
  const planted = new Set(Object.values(named).flat());
  const isUsual = (sentence: string) =>
    /^Bank: .* arrived|^Close: \w+ explained|^Ledger/.test(sentence);
  expect(said.filter((sentence) => !planted.has(sentence) && !isUsual(sentence))).toEqual([]);
});

test('deposits that somebody decides are the payouts, and the second of two alike has none', async () => {
  const { questions } = (await at.call(getBank, { params, query: untilNow }, by)).body;
  for (const kind of ['sum', 'several'] as const) {
    const { line, payouts } = must(
      questions.find((question) => question.kind === kind),
      kind,
    );
    const decision = { line: line.pk, payouts: payouts.map(({ pk }) => pk) };
    await at.call(decideBankLine, { body: { organization: organization.pk, ...decision } }, by);
  }
  expect(await readPages()).toEqual(
    expect.arrayContaining([
      'Bank: payout 2026-10-18 $135.96 arrived 2026-10-19 $272.27',
      'Bank: payout 2026-10-19 $136.31 arrived 2026-10-19 $272.27',
      'Bank: unknown 2026-10-10 $139.82 LOTKEEPER 2026-10-09',
      'Close: bank found unknown_deposit -13982: On Oct 10, 2026 (LOTKEEPER 2026-10-09).',
    ]),
  );
});

const close = () => at.call(closeMonth, { params, body: { month: october } }, by);

test('the altered entry is the only difference, and keeps the month open until it is put back', async () => {
  const { rollups, seals, images } = await verify();
  const places = rollups.map(({ spot_pk, local_date }) => `${spot_pk} ${local_date}`);
  const { alpha } = month;
  expect(new Set(places)).toEqual(new Set([`${alpha.pk} 2026-10-09`, `${alpha.pk} ${october}`]));
  const [entry] = await sql<{ pk: number }[]>`
    select pk from ledger_entries where external_id = 'card-9'`;
  expect(seals).toMatchObject([
    { problem: 'changed row', row: { table: 'ledger_entries', pk: entry?.pk } },
  ]);
  expect(images).toEqual([]);
  expect((await close()).error.detail).toBe(closeMessages.unsigned);
  await signMonth(at, organization, { month: october, ...by });
  // The entries of that day are $166.80 by card and $14.81 by SpotHero.
  expect((await close()).error.detail).toBe(
    closeMessages.otherSums('Alpha Garage', '2026-10-09', '$231.61', '$181.61'),
  );
  await month.alter(-5000);
  expect(await verify()).toEqual({ rollups: [], seals: [], images: [] });
});

/** The SHA-256 of what a closed month's packet says. */
async function hashEvidence() {
  const query = { organization: String(organization.pk), month: october };
  const { response } = await at.call(downloadClosePacket, { query }, by);
  const files = await readZip(new Uint8Array(response.rawPayload));
  const { bytes } = must(
    files.find(({ name }) => name === 'evidence.json'),
    'evidence',
  );
  return createHash('sha256').update(bytes).digest('hex');
}

test('the closed month stays as it is, and what comes late is named as late', async () => {
  const { body } = await close();
  const before = await readClose();
  expect(before).toMatchObject({ late: { entries: 0 }, late_changes: [] });
  expect(await hashEvidence()).toBe(body.content_hash);

  const of = (external_id: string) => ({ source: 'gate', rental: { source: 'gate', external_id } });
  await month.send(ingestPayments, [
    { ...cardCharge('late-charge', '2026-10-15', 1000), ...of('card-15'), kind: 'charge' },
  ]);
  await month.send(ingestRefunds, [
    {
      external_id: 'late-refund',
      ...of('card-16'),
      occurred_at: '2026-10-16T18:00:00Z',
      amount: 500,
      tax: 41,
    },
  ]);
  await month.send(ingestRentals, [cardStay(month.beta, 'late-rental', '2026-10-17', 2000)]);
  await month.send(ingestVisits, [
    visitOf(month.beta, 'LATE001', '2026-10-18T15:00:00Z', '2026-10-18T17:00:00Z'),
    visitOf(month.beta, 'LATE002', '2026-10-19T15:00:00Z', '2026-10-19T17:00:00Z'),
  ]);
  await month.settle();
  await Promise.all([
    month.deposit('2026-10-13,LOTKEEPER 2026-10-05,139.54'),
    month.remit(remittanceLine('SH-1', 'Beta Lot', 8, [20.95, 3.14, 17.81])),
  ]);
  expect((await month.setTax('2026-10-15', 9000)).error.detail).toContain(taxMessages.closed);
  const tolerance = { tolerance_cents: 0, tolerance_cars: 0 };
  await at.call(setCloseSettings, { params, body: tolerance }, by);
  const renamed = { params: { id: String(month.alpha.pk) }, body: { name: 'Alpha Tower' } };
  expect((await at.call(updateSpot, renamed, by)).status).toBe(200);

  const { late, late_changes, ...after } = await readClose();
  expect(after).toEqual({ ...before, late: undefined, late_changes: undefined });
  expect(await hashEvidence()).toBe(body.content_hash);
  // 10.89 + 21.78, less 5.00; net 8.71 + 17.43 − 4.13.
  const sums = { month: october, entries: 3, gross: 3267, refunds: 500, net: 2201 };
  expect(late).toEqual(sums);
  expect((await readClose(november)).adjustments).toEqual([sums]);
  const query = { month: october };
  const entries = (await at.call(listLateEntries, { params, query }, by)).body;
  expect(
    entries.map(({ external_id, spot, local_date, net }) => [external_id, spot, local_date, net]),
  ).toEqual([
    ['late-rental', 'Beta Lot', '2026-10-17', 1743],
    ['late-refund', 'Alpha Tower', '2026-10-16', -413],
    ['late-charge', 'Alpha Tower', '2026-10-15', 871],
  ]);
  // Two cars, the booking that was remitted, and the deposit; the new name is none.
  expect(
    late_changes.map(({ cause, before: was, now, detail }) => [cause, was, now, detail]),
  ).toEqual([
    [null, 2, 4, null],
    ['not_remitted', 3510, 0, '2 bookings at Beta Lot: SH-1 ($20.95), SH-4 ($14.15)'],
    ['missing_payout', 13_954, 0, 'Payout of Oct 5, 2026. The bank file covers its days.'],
    ['not_remitted', 0, 1415, '1 booking at Beta Lot: SH-4 ($14.15)'],
    [
      'late_deposit',
      0,
      13_954,
      'Payout of Oct 5, 2026: it arrived on Oct 13, 2026 (LOTKEEPER 2026-10-05).',
    ],
  ]);
  expect(await verify()).toEqual({ rollups: [], seals: [], images: [] });
});
