import { text } from 'node:stream/consumers';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { instant, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { AnswerOf, InputOf } from '@lotkeeper/contract/kernel/endpoint';
import type { EntryOrder, FigureMeasure } from '@lotkeeper/contract/money/figures';
import {
  downloadFigureEntries,
  entryOrderNames,
  entryPageSize,
  figureMeasureNames,
  figureMessages,
  getFigure,
  isOfOrganization,
  listFigureEntries,
} from '@lotkeeper/contract/money/figures';
import { reportedTypeNames, typesReportedAs } from '@lotkeeper/contract/money/reported-types';
import { rentalGroups } from '@lotkeeper/contract/people/rentals';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { must } from '../../../kernel/must.ts';
import { signedInMember } from '../../../testing/people.factory.ts';
import { makePromoCode } from '../../../testing/promo-codes.factory.ts';
import { openScope } from '../../../testing/query-plans.ts';
import { moveMoney, movement } from '../../../testing/rentals.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeTakings, someRange } from '../../../testing/takings.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import { readListTotal } from './entry-pages.ts';
import { entriesFile } from './figures.file.ts';

type Question = InputOf<typeof getFigure>['query'];

const at = await testApp({ now: '2027-01-15T12:00:00Z' });
const sql = at.database.system;
const { organization, spots } = await makeTakings(sql);
const admin = (await signedInMember(at, organization, 'ADMIN')).token;
const employee = (await signedInMember(at, organization, 'EMPLOYEE')).token;
await makeUses();
await sql`
  insert into tax_rates select organization_id, pk, 'City', '2025-01-01', 'city', 8000, '{transient,monthly,enterprise}'
  from spots where organization_id = ${organization.pk}`;
await sql`
  insert into ledger_entries (organization_id, kind, occurred_at, local_date, local_hour, source, external_id, payout)
  select ${organization.pk}, 'payout', timestamptz '2026-07-05 12:00Z' + n * interval '1 day',
    date '2026-07-05' + n, 12, 'lotkeeper', 'payout-' || n, 1000 + n
  from generate_series(0, 59) n`;
await sql`analyze`;

/**
 * A code at three properties, one of a property that was deleted before, and rentals booked with them, one with both;
 * and a code of a property with more uses than are looked up.
 */
async function makeUses() {
  const live = spots.slice(0, 3);
  for (const spot of live) await makePromoCode(sql, spot, { code: 'SUMMER' });
  await sql`
    insert into promo_codes (organization_id, spot_pk, code, notes, discount_type, amount,
      applicable_rental_types, created_at, deleted_at)
    select organization_id, spot_pk, code, notes, discount_type, amount, applicable_rental_types,
      created_at - interval '1 year', created_at - interval '1 day'
    from promo_codes where organization_id = ${organization.pk} and spot_pk = ${live[0]?.pk ?? 0}`;
  await sql`
    insert into promo_uses (organization_id, spot_pk, promo_code_pk, rental_pk, used_at, local_date, source, external_id)
    select r.organization_id, r.spot_pk, p.pk, r.pk, r.start_date, r.start_date::date, 'test', p.pk || '-' || r.pk
    from rentals r join promo_codes p on p.organization_id = r.organization_id and p.spot_pk = r.spot_pk
    where r.organization_id = ${organization.pk} and (r.pk % 3 = 0 or r.pk % 5 = p.pk % 2)`;
  await makePromoCode(sql, live[1] as TestSpot, { code: 'USUAL' });
  await sql`
    insert into promo_uses (organization_id, spot_pk, promo_code_pk, rental_pk, used_at, local_date, source, external_id)
    select r.organization_id, r.spot_pk, p.pk, r.pk, r.start_date, r.start_date::date, 'usual', n || '-' || r.pk
    from rentals r join promo_codes p on p.organization_id = r.organization_id and p.spot_pk = r.spot_pk
    cross join generate_series(1, 9) n
    where r.organization_id = ${organization.pk} and p.code = 'USUAL' order by n, r.pk limit 1100`;
}

const days = { start_date: '2025-11-25', end_date: '2027-01-15' } as const;
const whole = () => ({ organization: organization.uuid, ...days });
/** Two months, whose entries are several pages. */
const summer = { start_date: '2026-07-01' as LocalDate, end_date: '2026-08-31' as LocalDate };
const ask = (query: Question, token = admin) => at.call(getFigure, { query }, { token });
const list = (query: InputOf<typeof listFigureEntries>['query'], token = admin) =>
  at.call(listFigureEntries, { query }, { token });

/** All pages of a question, one after another. */
async function listAll(query: Question & { search?: string }, order: EntryOrder) {
  const pages: AnswerOf<typeof listFigureEntries>[] = [];
  let cursor: string | null = null;
  do {
    const answer: { status: number; body: AnswerOf<typeof listFigureEntries> } = await list({
      ...query,
      order,
      ...(cursor && { cursor }),
    });
    expect(answer.status).toBe(200);
    pages.push(answer.body);
    cursor = answer.body.next;
  } while (cursor);
  return pages;
}

const taxAt8Percent = '((gross - refund) * 8 / 108::float8)';
const amounts: Record<FigureMeasure, string> = {
  gross: 'gross',
  penalties: 'gross',
  refunds: 'refund',
  tax: 'tax',
  processing_fee: 'processing_fee',
  adjusted: 'gross - refund - tax - processing_fee',
  commission: 'commission',
  net: 'gross - refund - tax - processing_fee - commission',
  enforcement: 'enforcement',
  marketing: 'marketing',
  dynamic_pricing: 'dynamic_pricing',
  rentals: 'rentals',
  tax_difference: `tax - round(${taxAt8Percent})`,
  paid_out: 'payout',
  owed: 'gross - refund - tax - processing_fee - commission - payout',
};
const counted: Partial<Record<FigureMeasure, string>> = {
  gross: `kind <> 'refund'`,
  penalties: `kind = 'penalty'`,
  refunds: `kind = 'refund'`,
  tax_difference: `kind <> 'penalty' and abs(tax - ${taxAt8Percent}) > 1.5`,
  enforcement: 'enforcement <> 0',
  marketing: 'marketing <> 0',
  dynamic_pricing: 'dynamic_pricing <> 0',
  rentals: 'rentals = 1',
};

/**
 * The same result computed from the ledger's rows one by one, by the time of each and PostgreSQL's own time zone table.
 */
async function sumLedger(question: Question & { spotPk?: number | undefined }) {
  const { rental_group: group, rental_type: type } = question;
  const types = group ? rentalGroups[group] : typesReportedAs(type);
  const [row] = await sql<{ total: number; count: number }[]>`
    select coalesce(sum(${sql.unsafe(amounts[question.measure])}), 0)::bigint as total, count(*) as count
    from ledger_entries e join spots s on s.organization_id = e.organization_id and s.pk = e.spot_pk
    cross join lateral (select timezone(s.timezone, e.occurred_at) as time) l
    where e.organization_id = ${organization.pk} and ${sql.unsafe(counted[question.measure] ?? 'true')}
      and (${question.spotPk ?? null}::bigint is null or e.spot_pk = ${question.spotPk ?? null})
      and l.time::date between ${question.start_date} and ${question.end_date}
      and e.rental_type = any (${[...types]}::text[])
      and (${question.source ?? null}::text is null or e.source = ${question.source ?? null})
      and (${question.code ?? null}::text is null or exists (
        select from promo_uses u join promo_codes p using (organization_id)
        where u.promo_code_pk = p.pk and u.rental_pk = e.rental_pk and p.code = ${question.code ?? null}))
      and (${question.weekday ?? null}::int is null or extract(isodow from l.time) = ${question.weekday ?? null})
      and (${question.hour ?? null}::int is null or extract(hour from l.time) = ${question.hour ?? null})`;
  return row;
}

type MoneyMeasure = Exclude<FigureMeasure, 'paid_out' | 'owed'>;
const everyMeasure = figureMeasureNames.filter(
  (name): name is MoneyMeasure => !isOfOrganization(name),
);

/** The figure of all days, properties, and kinds of rental. */
const unfiltered = (measure: MoneyMeasure) => ({
  measure,
  spot: undefined as number | undefined,
  start_date: days.start_date as LocalDate,
  end_date: days.end_date as LocalDate,
  source: undefined,
  code: undefined,
  weekday: undefined,
  hour: undefined as number | undefined,
});

/** Hours of the night when New York's clock shows 1:00 to 2:00 twice. */
const longNight = [1, 2].map((hour) => {
  const night = '2026-11-01' as LocalDate;
  return { ...unfiltered('gross'), spot: 1, start_date: night, end_date: night, hour };
});

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const someQuestion = fc
  .record({
    measure: fc.constantFrom(...everyMeasure),
    spot: maybe(fc.nat(3)),
    range: someRange,
    of: fc.oneof(
      fc.constant({}),
      fc.record({ rental_type: fc.constantFrom(...reportedTypeNames) }),
      fc.record({
        rental_group: fc.constantFrom(
          'transient' as const,
          'monthly' as const,
          'enterprise' as const,
        ),
      }),
    ),
    source: maybe(fc.constantFrom('test', 'spothero', 'nobody')),
    code: fc.option(fc.constantFrom('SUMMER', 'summer ', 'USUAL', 'NOBODY'), {
      nil: undefined,
      freq: 3,
    }),
    weekday: maybe(fc.integer({ min: 1, max: 7 })),
    hour: maybe(fc.integer({ min: 0, max: 23 })),
  })
  .map(({ spot, range: [start_date, end_date], of, ...rest }) => ({
    spot,
    start_date,
    end_date,
    ...of,
    ...rest,
  }));

/** The question without its optional parts. */
function toQuery({
  spot,
  ...rest
}: typeof someQuestion extends fc.Arbitrary<infer T> ? T : never): Question {
  const place =
    spot === undefined
      ? { organization: organization.uuid }
      : { spot: (spots[spot] as TestSpot).uuid };
  return Object.fromEntries(
    Object.entries({ ...rest, ...place }).filter(([, value]) => value !== undefined),
  ) as Question;
}

test('any figure, with any filters, is the sum and the number of its ledger entries', async () => {
  const answers: { measure: FigureMeasure; total: number }[] = [];
  await fc.assert(
    fc.asyncProperty(someQuestion, async (question) => {
      const query = toQuery(question);
      const [{ body }, ledger] = await Promise.all([
        ask(query),
        sumLedger({
          ...query,
          code: query.code?.trim().toUpperCase(),
          spotPk: question.spot === undefined ? undefined : spots[question.spot]?.pk,
        }),
      ]);
      expect({ total: body.total, count: body.count }).toEqual(ledger);
      answers.push({ measure: query.measure, total: body.total });
    }),
    {
      numRuns: 60,
      examples: [...everyMeasure.map(unfiltered), ...longNight].map(
        (question): [typeof question] => [question],
      ),
    },
  );
  for (const { measure, total } of answers.slice(0, everyMeasure.length))
    expect([measure, total]).not.toEqual([measure, 0]);
});

type Entry = AnswerOf<typeof listFigureEntries>['results'][number];

/** The sort key of a list; its last part is unique for each entry. */
const toSortKey = ({ amount, occurred_at, spot, pk }: Entry, order: EntryOrder) =>
  order === 'largest' || order === 'smallest'
    ? [amount, pk]
    : [toLocalDate(instant(occurred_at), spot?.timezone ?? 'UTC'), occurred_at, pk];

const isBefore = (a: Entry, b: Entry, order: EntryOrder) => {
  const [first, second] = [toSortKey(a, order), toSortKey(b, order)];
  const index = first.findIndex((part, n) => part !== second[n]);
  const isLess = index >= 0 && (first[index] ?? 0) < (second[index] ?? 0);
  return index >= 0 && isLess === (order === 'oldest' || order === 'smallest');
};

test('the pages of any question hold each entry once, in order, and add up to its total', async () => {
  await fc.assert(
    fc.asyncProperty(someQuestion, fc.constantFrom(...entryOrderNames), async (asked, order) => {
      const pages = await listAll(toQuery(asked), order);
      const [first] = pages;
      const entries = pages.flatMap(({ results }) => results);
      const sum = entries.reduce((so, { amount }) => so + amount, 0);
      expect([sum, entries.length]).toEqual([first?.total, first?.count]);
      expect(entries.at(-1)?.running_total ?? 0).toBe(sum);
      for (const { total, count, as_of } of pages)
        expect([total, count, as_of]).toEqual([first?.total, first?.count, first?.as_of]);
      for (const { results } of pages.slice(0, -1)) expect(results).toHaveLength(entryPageSize);
      for (const [n, entry] of entries.slice(1).entries())
        expect(isBefore(entries[n] as Entry, entry, order), order).toBe(true);
    }),
    {
      numRuns: 12,
      examples: entryOrderNames.map((order) => [
        { ...unfiltered('net'), ...summer },
        order,
      ]) as never,
    },
  );
});

test('an entry shows its property, its rental, its plate, and the parts of its amount', async () => {
  const [page] = await listAll({ ...whole(), measure: 'net', source: 'spothero' }, 'largest');
  const [largest] = page?.results ?? [];
  expect(largest).toMatchObject({
    kind: 'charge',
    source: 'spothero',
    spot: { name: expect.any(String) },
  });
  expect(largest?.rental?.uuid).toMatch(/^[0-9a-f-]{36}$/);
  const parts = must(largest?.parts, 'parts');
  const { gross, refund, tax, processing_fee, commission, net } = parts;
  expect([gross - refund - tax - processing_fee - commission, largest?.amount]).toEqual([net, net]);
});

test('what is recorded while somebody turns pages does not change their list', async () => {
  const query = { spot: spots[0]?.uuid ?? '', ...days, measure: 'gross' as const };
  const first = await list(query);
  await sql`
    insert into ledger_entries (organization_id, spot_pk, kind, rental_type, occurred_at, local_date, local_hour,
      source, external_id, gross)
    select organization_id, spot_pk, kind, rental_type, occurred_at, local_date, local_hour, source, 'late', 77
    from ledger_entries where spot_pk = ${spots[0]?.pk ?? 0} and kind = 'charge' order by pk limit 1`;
  let sum = first.body.results.reduce((so, { amount }) => so + amount, 0);
  let cursor = first.body.next;
  while (cursor) {
    const { body } = await list({ ...query, cursor });
    expect(body.total).toBe(first.body.total);
    sum += body.results.reduce((so, { amount }) => so + amount, 0);
    cursor = body.next;
  }
  expect(sum).toBe(first.body.total);
  const { body } = await ask(query);
  expect([body.total, body.count]).toEqual([
    Number(first.body.total) + 77,
    Number(first.body.count) + 1,
  ]);
});

describe('lists whose total is fetched later', () => {
  const begin = (query: Question, order: EntryOrder = 'newest') =>
    list({ ...query, order, total: 'later' });

  test('a list starts with the same entries, and its total is the same as without waiting', async () => {
    await fc.assert(
      fc.asyncProperty(someQuestion, fc.constantFrom(...entryOrderNames), async (asked, order) => {
        const query = toQuery(asked);
        const { body: early } = await begin(query, order);
        const { body: waited } = await list({ ...query, order });
        expect(early.results).toEqual(waited.results);
        const upTo = early.up_to;
        const { total, count } =
          upTo === null ? early : (await ask({ ...query, up_to: String(upTo) } as Question)).body;
        expect([total, count]).toEqual([waited.total, waited.count]);
      }),
      { numRuns: 60 },
    );
  });

  test('only a total that takes longer is fetched later, and only in the order of time', async () => {
    const query = { ...whole(), measure: 'net' as const };
    const lot = { spot: spots[1]?.uuid ?? '', ...days, measure: 'net' as const };
    const counted = { ...query, source: 'test', hour: '9' };
    for (const known of [lot, { ...lot, source: 'test' }, { ...query, search: 'A1' }])
      expect((await begin(known)).body).toMatchObject({ total: expect.any(Number), up_to: null });
    expect((await begin(counted, 'largest')).body.up_to).toBeNull();
    const slow = [{}, { source: 'test' }, { hour: '9' }, { code: 'USUAL' }];
    for (const later of [counted, ...slow.map((filter) => ({ ...query, ...filter }))]) {
      const { body } = await begin(later);
      expect(body).toMatchObject({ total: null, count: null, up_to: expect.any(Number) });
      expect(body.results.length).toBeGreaterThan(0);
    }
  });

  test.each([
    ['a code', () => ({ spot: spots[1]?.uuid ?? '', code: 'USUAL' })],
    ['all properties', () => ({ organization: organization.uuid })],
    ['all properties and a source', () => ({ organization: organization.uuid, source: 'test' })],
    ['a source and an hour', () => ({ spot: spots[1]?.uuid ?? '', source: 'test', hour: '9' })],
  ])(
    'the later total for %s counts what the list has, and not what is recorded meanwhile',
    async (_, filters) => {
      const spot = spots[1] as TestSpot;
      const query = { ...filters(), ...days, measure: 'gross' as const };
      const { body: begun } = await begin(query);
      const { hour = null } = query as { hour?: string };
      await at.database.system`
      insert into ledger_entries (organization_id, spot_pk, rental_pk, kind, rental_type, occurred_at, local_date,
        local_hour, source, external_id, gross)
      select organization_id, spot_pk, rental_pk, kind, rental_type, occurred_at, local_date, local_hour, source,
        'meanwhile-' || gen_random_uuid(), 55
      from ledger_entries e where spot_pk = ${spot.pk} and kind = 'charge' and source = 'test'
        and (${hour}::int is null or local_hour = ${hour}) and exists (
          select from promo_uses u where u.rental_pk = e.rental_pk and u.source = 'usual') order by pk limit 1`;
      const { body: before } = await ask({ ...query, up_to: String(begun.up_to) });
      const { body: after } = await ask(query);
      expect([after.total - before.total, after.count - before.count]).toEqual([55, 1]);
      let { next, results } = begun;
      let sum = 0;
      for (;;) {
        for (const { amount } of results) sum += amount;
        if (next === null) break;
        const page = await list({ ...query, order: 'newest', total: 'later', cursor: next });
        ({ next, results } = page.body);
      }
      expect(sum).toBe(before.total);
    },
  );

  test('the total of an old entry counts the entries up to it', async () => {
    const query = { ...whole(), measure: 'gross' as const };
    const { body } = await ask({ ...query, up_to: '0' });
    expect([body.total, body.count]).toEqual([0, 0]);
  });

  test('an entry that is not a number is refused', async () => {
    const { status, body } = await ask({ ...whole(), measure: 'net', up_to: '-1' });
    const { fields } = body as unknown as { fields: Record<string, string> };
    expect([status, fields]).toEqual([400, { up_to: figureMessages.upTo }]);
  });
});

test('a penalty shows the violation that it paid, with its plate', async () => {
  const spot = spots[2] as TestSpot;
  const [violation] = await at.database.system<{ pk: number; uuid: string }[]>`
    insert into violations (organization_id, spot_pk, code, plate, plate_key, amount, created_at, source, external_id)
    values (${organization.pk}, ${spot.pk}, 'CODE123', 'PAY-45', 'PAY45', 4500, '2027-01-10 12:00Z', 'test', 'v1')
    returning pk, uuid`;
  const paid = movement('2027-01-10T13:00:00Z', 4500, { kind: 'penalty' });
  await moveMoney(sql, spot, [{ ...paid, violation_pk: violation?.pk ?? null }]);
  const query = { spot: spot.uuid, start_date: '2027-01-10', end_date: '2027-01-10' } as const;
  const [page] = await listAll({ ...query, measure: 'enforcement' }, 'newest');
  expect(page?.results).toMatchObject([
    { amount: 4500, plate: 'PAY-45', rental: null, violation: { uuid: violation?.uuid } },
  ]);
});

describe('searches', () => {
  test('a plate, written with or without spaces and dashes, finds the entries of its rentals', async () => {
    const [rental] = await sql<
      { rental_pk: number; net: number; entries: number; largest: number }[]
    >`
      select rental_pk, sum(net)::bigint as net, count(*) as entries, max(net) as largest from (
        select pk, rental_pk, gross - refund - tax - processing_fee - commission as net from ledger_entries
        where organization_id = ${organization.pk} and rental_pk is not null) e
      group by rental_pk order by rental_pk limit 1`;
    await sql`
      with car as (
        insert into cars (organization_id, plate, plate_key, state)
        values (${organization.pk}, 'SEE-123', 'SEE123', 'AZ') returning pk)
      update rentals set car_pk = car.pk from car
      where organization_id = ${organization.pk} and rentals.pk = ${rental?.rental_pk ?? 0}`;
    for (const search of ['see 123', 'SEE-123']) {
      const [page] = await listAll({ ...whole(), measure: 'net', search }, 'largest');
      expect([page?.total, page?.count]).toEqual([rental?.net, rental?.entries]);
      expect(page?.results[0]).toMatchObject({ plate: 'SEE-123', amount: rental?.largest });
    }
    const { token } = await signedInMember(at, organization, 'ACCOUNTANT');
    const unseen = await list({ ...whole(), measure: 'net', search: 'SEE-123' }, token);
    expect([unseen.status, unseen.body.results], 'an Accountant').toEqual([200, []]);
  });

  test('a reference finds its entry, and nothing when the filters exclude it', async () => {
    const [entry] = await sql<{ external_id: string; refund: number }[]>`
      select external_id, refund from ledger_entries
      where organization_id = ${organization.pk} and kind = 'refund' order by pk limit 1`;
    const search = entry?.external_id ?? '';
    const find = async (measure: FigureMeasure) =>
      (await listAll({ ...whole(), measure, search }, 'newest'))[0];
    const [refunds, gross] = [await find('refunds'), await find('gross')];
    expect([refunds?.total, refunds?.results.map(({ external_id }) => external_id)]).toEqual([
      entry?.refund,
      [search],
    ]);
    expect([gross?.total, gross?.results]).toEqual([0, []]);
  });

  test('a plate together with a code finds the entries that have both', async () => {
    const [entry] = await sql<{ external_id: string; net: number }[]>`
      select external_id, gross - refund - tax - processing_fee - commission as net from ledger_entries e
      where organization_id = ${organization.pk} and exists (
        select from promo_uses u where u.rental_pk = e.rental_pk and u.source = 'test')
      order by pk limit 1`;
    const search = entry?.external_id ?? '';
    const find = async (code: string) =>
      (await listAll({ ...whole(), measure: 'net', search, code }, 'newest'))[0];
    expect((await find('SUMMER'))?.total).toBe(entry?.net);
    expect((await find('WINTER'))?.count).toBe(0);
  });

  test('a search without matches finds nothing', async () => {
    const [page] = await listAll({ ...whole(), measure: 'net', search: '%' }, 'newest');
    expect([page?.total, page?.count, page?.results]).toEqual([0, 0, []]);
  });
});

test('payouts of the organization are a figure too, with its entries', async () => {
  const query = { ...whole(), measure: 'paid_out' as const };
  const { body } = await ask(query);
  expect([body.total, body.count]).toEqual([60 * 1000 + (59 * 60) / 2, 60]);
  const pages = await listAll(query, 'oldest');
  expect(pages.map(({ results }) => results.length)).toEqual([50, 10]);
  expect(pages[0]?.results[0]).toMatchObject({ kind: 'payout', spot: null, amount: 1000 });
});

test('the amount owed is the net of all properties minus payouts, with the entries of both', async () => {
  const query = { ...whole(), ...summer, measure: 'owed' as const };
  const [net, paid] = [
    await ask({ ...query, measure: 'net' }),
    await ask({ ...query, measure: 'paid_out' }),
  ];
  const total = net.body.total - paid.body.total;
  const count = net.body.count + paid.body.count;
  const { body } = await ask(query);
  expect([body.total, body.count]).toEqual([total, count]);
  for (const order of entryOrderNames) {
    const entries = (await listAll(query, order)).flatMap(({ results }) => results);
    expect(new Set(entries.map(({ pk }) => pk)).size).toBe(count);
    expect(entries.at(-1)?.running_total).toBe(total);
    const payouts = entries.filter(({ kind }) => kind === 'payout');
    expect([payouts.length, payouts.every(({ amount, spot }) => amount < 0 && !spot)]).toEqual([
      paid.body.count,
      true,
    ]);
  }
  const { status, error } = await ask({ spot: spots[0]?.uuid ?? '', ...days, measure: 'owed' });
  expect([status, error.fields]).toEqual([400, { measure: figureMessages.payoutFilters }]);
});

describe('files of a figure', () => {
  const download = (query: InputOf<typeof downloadFigureEntries>['query'], token = admin) =>
    at.call(downloadFigureEntries, { query }, { token });

  test.each(entryOrderNames)(
    'the file lists every entry %s, and adds them up to the total',
    async (order) => {
      const query = { ...whole(), ...summer, measure: 'net' as const };
      const [{ response }, pages] = await Promise.all([
        download({ ...query, order }),
        listAll(query, order),
      ]);
      const [first] = pages;
      const lines = response.body.replace('\uFEFF', '').trimEnd().split('\r\n');
      expect(lines[0]).toBe(
        'Property,Date,Moment (UTC),Kind,Rental type,Source,Reference,Plate,Gross revenue,Refunds,Taxes,Processing fee,Commission,Net revenue,"Net revenue, this entry",Running total',
      );
      const references = lines.slice(1).map((line) => line.split(',')[6]);
      const listed = pages.flatMap(({ results }) => results.map((entry) => entry.external_id));
      expect(references).toEqual(listed);
      const scope = openScope(at.database, { organization: organization.pk });
      const question = { ...query, order };
      const total = await readListTotal(scope, question);
      const inThrees = entriesFile(scope, question, total, at.clock(), 3);
      expect(await text(await inThrees.content())).toBe(response.body.replace('\uFEFF', ''));
      expect(lines.at(-1)?.split(',').at(-1)).toBe(((first?.total ?? 0) / 100).toFixed(2));
      expect(response.headers['x-row-count']).toBe(String(first?.count));
      expect(response.headers['content-disposition']).toContain(
        'filename="ledger net-revenue 2026-07-01 2026-08-31.csv"',
      );
    },
  );

  test('the file of a search contains only its results', async () => {
    const { response } = await download({ ...whole(), measure: 'net', search: 'nobody' });
    expect(response.body.trimEnd().split('\r\n')).toHaveLength(1);
  });

  test('an Employee cannot download the file', async () => {
    expect((await download({ ...whole(), measure: 'rentals' }, employee)).status).toBe(403);
  });
});

/** A cursor with a changed position. */
function moveCursor(cursor: string, change: object): string {
  const [text = '', signature] = cursor.split('.');
  const position = JSON.parse(Buffer.from(text, 'base64url').toString()) as object;
  const moved = Buffer.from(JSON.stringify({ ...position, ...change })).toString('base64url');
  return `${moved}.${signature}`;
}

describe('invalid questions', () => {
  test.each([
    [{ end_date: '2025-11-01' as LocalDate }, { end_date: 'Must not be before start_date.' }],
    [{ rental_type: 'hourly', rental_group: 'monthly' }, { rental_type: figureMessages.typeTwice }],
    [{ measure: 'paid_out', hour: '3' }, { measure: figureMessages.payoutFilters }],
    [{ weekday: '8' }, { weekday: figureMessages.weekday }],
    [{ hour: '24' }, { hour: figureMessages.hour }],
    [{ spot: '1' }, { organization: 'Send either an organization or a spot.' }],
  ] as const)('%j is refused with what is wrong', async (part, fields) => {
    const query = { ...whole(), measure: 'net', ...part } as Question;
    const { status, error } = await ask(query);
    expect([status, error.fields]).toEqual([400, fields]);
  });

  test('a changed cursor, or one of another question, is refused', async () => {
    const query = { ...whole(), measure: 'net' as const };
    const page = await list(query);
    const next = page.body.next ?? '';
    for (const wrong of [
      { ...query, cursor: 'nonsense' },
      { ...query, cursor: `${next.slice(0, -4)}AAAA` },
      { ...query, cursor: moveCursor(next, { at: -9e15 }) },
      { ...query, cursor: moveCursor(next, { running: Number.MAX_SAFE_INTEGER }) },
      { ...query, measure: 'gross' as const, cursor: next },
      { ...query, order: 'oldest' as const, cursor: next },
    ]) {
      const { status, error } = await list(wrong);
      expect([status, error.fields]).toEqual([400, { cursor: figureMessages.cursor }]);
    }
  });
});

describe('access', () => {
  test('an Employee sees how many rentals there were, and their entries without money', async () => {
    const query = { ...whole(), measure: 'rentals' as const };
    expect((await ask(query, employee)).body.total).toBeGreaterThan(100);
    const { body } = await list(query, employee);
    expect(body.results.map(({ parts }) => parts)).toEqual(Array(entryPageSize).fill(null));
  });

  test.each(figureMeasureNames.filter((name) => name !== 'rentals'))(
    'an Employee gets neither the figure of %s nor its entries',
    async (measure) => {
      const query = { ...whole(), measure };
      for (const { status, error } of [await ask(query, employee), await list(query, employee)])
        expect([status, error.detail]).toEqual([403, figureMessages.money]);
    },
  );
});
