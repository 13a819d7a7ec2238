import { ingestRentals } from '@lotkeeper/contract/intake/ingest';
import { batchLimit } from '@lotkeeper/contract/kernel/batch';
import { fromIso, instant, toIso } from '@lotkeeper/contract/kernel/calendar';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maxJsonContainers, minCountedBodyBytes } from '../../../kernel/budgets.ts';
import { listDisagreements } from '../../../records/money/ledger.ts';
import { chargeItem, makeOutside, rentalItem } from '../../../testing/ingest.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';

const at = await testApp({ now: '2026-06-15T19:00:00Z' });
const sql = at.database.system;
const outside = await makeOutside(at);

const spring = fromIso('2026-03-01T00:00:00Z');

const disagreements = () => listDisagreements(sql);
const deadlocks = async () => {
  const [row] = await sql<
    [{ deadlocks: number }]
  >`select deadlocks from pg_stat_database where datname = current_database()`;
  return row.deadlocks;
};

test('four senders of the same rentals in any order record each rental once, and all sums agree', async () => {
  const { organization } = outside;
  const spots = [outside.spot];
  for (const timezone of ['America/New_York', 'Pacific/Honolulu', 'Asia/Kathmandu']) {
    spots.push(await makeSpot(sql, { organization, timezone }));
  }
  let run = 0;
  let expected = 0;
  const drawn = fc.array(
    fc.record({
      id: fc.integer({ min: 0, max: 30 }),
      lot: fc.integer({ min: 0, max: spots.length - 1 }),
      amount: fc.integer({ min: 0, max: 100_000 }),
      minute: fc.integer({ min: 0, max: 60 * 24 * 60 }),
    }),
    { minLength: 4, maxLength: 80 },
  );
  const senders = fc.tuple(
    drawn,
    fc.array(fc.infiniteStream(fc.nat()), { minLength: 4, maxLength: 4 }),
  );
  await fc.assert(
    fc.asyncProperty(senders, async ([rentals, orders]) => {
      run += 1;
      // The first item of an id defines it: all senders know the same rentals.
      const known = new Map(rentals.toReversed().map((one) => [one.id, one]));
      for (const { amount } of known.values()) expected += amount;
      const items = rentals.map(({ id }) => {
        const { lot, amount, minute } = known.get(id) as (typeof rentals)[number];
        const start = toIso(instant(spring + minute * 60_000));
        const name = `${run}-${id}`;
        const charges = [chargeItem(name, amount, { occurred_at: start })];
        const when = { start_date: start, end_date: null };
        return rentalItem(spots[lot] as (typeof spots)[number], name, { ...when, charges });
      });
      const sent = await Promise.all(
        orders.map((order) => {
          const shuffled = items.map((item) => ({ item, key: order.next().value as number }));
          shuffled.sort((a, b) => a.key - b.key);
          return outside.send(
            ingestRentals,
            shuffled.map(({ item }) => item),
          );
        }),
      );
      const outcomes = sent.flat();
      expect(outcomes.filter((outcome) => outcome === 'recorded')).toHaveLength(known.size);
      expect(outcomes.filter((outcome) => outcome === 'refused')).toEqual([]);
    }),
    { numRuns: 40 },
  );
  const [row] = await sql`select sum(gross)::bigint as gross from revenue_months`;
  expect(row?.gross).toBe(expected);
  expect(await disagreements()).toEqual([]);
  expect(await deadlocks()).toBe(0);
});

test('a batch that runs into a deadlock once is tried again, and one that always does gets a 503', async () => {
  await sql.unsafe(`
    create sequence tries;
    create function give_up() returns trigger language plpgsql as $$
      begin
        if new.external_id like 'always%' or nextval('tries') = 1 then
          raise exception 'in the way' using errcode = 'deadlock_detected';
        end if;
        return new;
      end $$;
    create trigger give_up before insert on rentals for each row execute function give_up();
    grant usage on sequence tries to lotkeeper_app`);
  const once = await outside.call(ingestRentals, [rentalItem(outside.spot, 'once')]);
  const always = await outside.call(ingestRentals, [rentalItem(outside.spot, 'always')]);
  await sql.unsafe('drop trigger give_up on rentals');
  expect(once.body.recorded).toBe(1);
  expect([always.status, always.error.code]).toEqual([503, 'unavailable']);
});

const url = '/api/ingest/rentals/';
const post = (payload: string | Buffer, headers: Record<string, string> = {}) =>
  at.app.inject({
    method: 'POST',
    url,
    payload,
    headers: {
      authorization: `Token ${outside.key}`,
      'content-type': 'application/json',
      ...headers,
    },
  });
const codeOf = async (answer: ReturnType<typeof post>) => {
  const { statusCode, body } = await answer;
  return [statusCode, (JSON.parse(body) as { code: string }).code];
};

test('a call with the maximum number of items is answered item by item, in order', async () => {
  const items = Array.from({ length: batchLimit }, (_, index) =>
    rentalItem(outside.spot, `many-${index}`),
  );
  const { body } = await outside.call(ingestRentals, items);
  expect(body.recorded).toBe(batchLimit);
  expect(body.results.map(({ external_id }) => external_id)).toEqual(
    items.map(({ external_id }) => external_id),
  );
});

test('a call with one item too many, with no items, or with a field besides items gets a 400', async () => {
  const items = Array.from({ length: batchLimit + 1 }, () => ({}));
  for (const body of [{ items }, { items: [] }, { items: {} }, { items: [{}], force: true }, []]) {
    expect(await codeOf(post(JSON.stringify(body)))).toEqual([400, 'invalid_fields']);
  }
});

test('broken JSON gets a 400, a call without JSON a 415, and a call over the size limit a 413', async () => {
  expect(await codeOf(post('{"items": [{]}'))).toEqual([400, 'malformed_request']);
  expect(await codeOf(post('{"items": [], "__proto__": {"a": 1}}'))).toEqual([
    400,
    'malformed_request',
  ]);
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  expect(await codeOf(post('items=1', form))).toEqual([415, 'unsupported_media_type']);
  const large = Buffer.alloc(4 * 1024 * 1024 + 1, 'a');
  expect(await codeOf(post(large))).toEqual([413, 'too_large']);
});

test('a large call with broken JSON, a __proto__ key or too many objects is refused', async () => {
  const long = JSON.stringify('A'.repeat(minCountedBodyBytes));
  for (const body of [`{"items": [${long}`, `{"items": [${long}], "__proto__": {"a": ${long}}}`]) {
    expect(await codeOf(post(body))).toEqual([400, 'malformed_request']);
  }
  const crowded = `{"items": [[${'{},'.repeat(maxJsonContainers)}1]]}`;
  expect(await codeOf(post(crowded))).toEqual([413, 'too_large']);
});

test('items that are not rentals are refused one by one, and a rental among them is recorded', async () => {
  const odd = [null, 1, 'a', [], {}] as unknown as object[];
  const { body } = await outside.call(ingestRentals, [...odd, rentalItem(outside.spot, 'even')]);
  expect(body).toMatchObject({ refused: 5, recorded: 1 });
  expect(body.results[0]).toMatchObject({ external_id: null, outcome: 'refused' });
});
