import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { createEvent, listEvents } from '@lotkeeper/contract/operations/events';
import { createVisitor, listVisitors } from '@lotkeeper/contract/operations/visitors';
import { expect, test } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { testProperty } from '../../testing/test-property.ts';
import { makeVisitorCode } from '../../testing/visitors.factory.ts';

/** A pool of ten connections, three of them reserved for endpoints that hold none. */
const database = await testDatabase(undefined, 10, { lockMs: 1000, waitMs: 500 });
/** Calls don't queue here, so all of them reach the database's own limits. */
const { at, spot, token } = await testProperty(
  {
    now: '2026-06-15T19:00:00Z',
    database,
    settings: { MAX_RUNNING_CALLS: '0' },
  },
  { timezone: 'America/New_York' },
);

const code = (await makeVisitorCode(database.system, spot, {})).pk;

const guest = { validation_source: 'dashboard', state: 'NY', country: 'US', codes: [code] };
const addVisitor = (plate: string) =>
  at.call(createVisitor, { body: { spot: spot.pk, ...guest, plate } as never }, { token });
const day = '2026-06-20' as LocalDate;
const hours = { start_time: '09:00:00', end_time: '17:00:00', interval: 'one_time', date: day };
const market = { ...hours, name: 'Market', quantity: 20, codes: [], is_lot_closed: false };
const addEvent = () => {
  const body = { ...market, spot: spot.pk, spaceforce_multiplier: 1 } as never;
  return at.call(createEvent, { body }, { token });
};
const countEvents = async () =>
  (await at.call(listEvents, { query: { spot: String(spot.pk), start: day, end: day } }, { token }))
    .body.count;
const countVisitors = async () => {
  const query = { spot: String(spot.pk), page: 1, expiring: 'false', search: '' } as const;
  return (await at.call(listVisitors, { query }, { token })).body.count;
};

test('requests that need a locked table get 503 with Retry-After, and others succeed as usual', async () => {
  expect((await addVisitor('FIRST')).status).toBe(200);
  expect((await addEvent()).status).toBe(200);
  await database.withSession(async (own) => {
    await own`begin`;
    await own`lock table visitors in access exclusive mode`;
    const blocked: Awaited<ReturnType<typeof addVisitor>>[] = [];
    const over = new AbortController();
    const send = async (sender: number) => {
      while (!over.signal.aborted) blocked.push(await addVisitor(`LOCKED${sender}`));
    };
    const senders = Array.from({ length: 25 }, (_, sender) => send(sender));
    await eventually(() => database.pools.writers.load.waiting > 0);
    for (let turn = 0; turn < 5; turn++) {
      expect((await addEvent()).status).toBe(200);
      expect(await countEvents()).toBe(turn + 2);
    }
    over.abort();
    await Promise.all(senders);
    for (const { status, error, response } of blocked) {
      expect([status, error.code]).toEqual([503, 'unavailable']);
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    }
    await own`rollback`;
  });
  expect(await countVisitors()).toBe(1);
  expect((await addVisitor('LAST')).status).toBe(200);
});

test('a caller that finds all connections busy gets 503 while they still are', async () => {
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const holding = Array.from({ length: 10 }, (_, index) =>
    database.pools.writers.use(`held ${index}`, () => over),
  );
  const { status, error } = await addEvent();
  expect([status, error.code]).toEqual([503, 'unavailable']);
  end();
  await Promise.all(holding);
  expect((await addEvent()).status).toBe(200);
});

test('a statement that takes too long is canceled', async () => {
  const { app } = await testDatabase(database.url, 1, { statementMs: 1000 });
  await expect(app`select pg_sleep(3600)`).rejects.toMatchObject({ code: '57014' });
});

test('requests answer 200 or 503 while connections are cut, and each acknowledged write is stored exactly once', async () => {
  const before = await countVisitors();
  const plates: string[] = [];
  const statuses = new Set<number>();
  const ending = new AbortController();
  const send = async (sender: number) => {
    for (let number = 0; !ending.signal.aborted; number++) {
      const plate = `CUT${sender}N${number}`;
      const { status } = await addVisitor(plate);
      statuses.add(status);
      if (status === 200) plates.push(plate);
    }
  };
  const senders = Promise.all([1, 2, 3, 4, 5, 6].map(send));
  await database.withSession(async (own) => {
    for (let round = 0; round < 15; round++) {
      const reached = plates.length + 5;
      await expect.poll(() => plates.length).toBeGreaterThan(reached);
      await own`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`;
    }
  });
  ending.abort();
  await senders;
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  const stored = await database.system<{ plate: string; times: number }[]>`
      select c.plate, count(*)::int as times from visitors v
      join cars c on c.organization_id = v.organization_id and c.pk = v.car_pk
      where c.plate like 'CUT%' group by c.plate`;
  expect(stored.filter(({ times }) => times !== 1)).toEqual([]);
  const found = new Set(stored.map(({ plate }) => plate));
  expect(plates.filter((plate) => !found.has(plate))).toEqual([]);
  expect(await countVisitors()).toBe(before + stored.length);
});
