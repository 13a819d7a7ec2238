import { expect, test } from 'vitest';
import { testDatabase } from '../../../testing/test-database.ts';
import { ConnectionLost } from './connection-lost.ts';
import { sendAhead } from './transaction.ts';

const database = await testDatabase();
const sql = database.system;

test('values of every type come back as they were sent', async () => {
  const at = 1_781_550_000_123;
  const bytes = Buffer.from([0, 255, 92, 10]);
  const text = `it's "quoted" \\ 🅿`;
  const [row] = await sql`
    select ${at}::timestamptz as instant, ${'2026-03-08'}::date as day, ${true} as yes,
      ${9_007_199_254_740_991}::bigint as big, ${1.5}::float8 as fraction, ${bytes} as bytes,
      ${text}::text as text, ${sql.json({ a: [1, null] })} as json, ${null}::int as nothing`;
  expect(row).toEqual({
    instant: at,
    day: '2026-03-08',
    yes: true,
    big: 9_007_199_254_740_991,
    fraction: 1.5,
    bytes,
    text,
    json: { a: [1, null] },
    nothing: null,
  });
});

test('arrays come back as they were sent, with quotes, commas, nulls, and nesting', async () => {
  const texts = ['a,b', '"', '\\', '{}', '', 'NULL', null];
  const [row] = await sql`
    select ${texts}::text[] as texts, ${[1, 2, null]}::bigint[] as numbers,
      ${[1_781_550_000_000]}::timestamptz[] as instants, ${[[1, 2], [3, 4]]}::int[] as grid,
      ${[]}::text[] as none, ${['2026-03-08']}::date[] as days`;
  expect(row).toEqual({
    texts,
    numbers: [1, 2, null],
    instants: [1_781_550_000_000],
    grid: [
      [1, 2],
      [3, 4],
    ],
    none: [],
    days: ['2026-03-08'],
  });
});

test('a bigint that no double can represent is an error', async () => {
  await expect(sql`select 9007199254740993 as big`).rejects.toThrow('Not a safe integer');
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
});

test('a statement with an undefined parameter is refused', async () => {
  await expect(sql`select ${undefined as never}::int`).rejects.toThrow('is undefined');
});

test('the count is the number of rows that a statement inserted, updated, or deleted', async () => {
  await sql.unsafe('create table counted (value int primary key)');
  await sql`insert into counted values (1)`;
  const inserted = await sql`
    insert into counted select generate_series(1, 7) on conflict do nothing`;
  const updated = await sql`update counted set value = -value where value > ${5}`;
  const deleted = await sql`delete from counted where value > 0`;
  expect([inserted.count, updated.count, deleted.count]).toEqual([6, 2, 5]);
});

test('rows are inserted and changed by their column names', async () => {
  await sql.unsafe('create table written (pk int, "odd name" text)');
  await sql`insert into written ${sql.values({ pk: 1, 'odd name': 'one' })}`;
  await sql`insert into written ${sql.values([
    { pk: 2, 'odd name': 'two' },
    { 'odd name': 'three', pk: 3 },
  ])}`;
  await sql`update written set ${sql.assignments({ 'odd name': 'TWO', pk: 20 })} where pk = ${2}`;
  expect(await sql`select * from ${sql.identifier('written')} order by pk`).toEqual([
    { pk: 1, 'odd name': 'one' },
    { pk: 3, 'odd name': 'three' },
    { pk: 20, 'odd name': 'TWO' },
  ]);
});

test('a literal is a whole number in the statement’s text, and anything else is refused', async () => {
  expect(await sql`select interval '${sql.literal(3)} days' = interval '3 days' as same`).toEqual([
    { same: true },
  ]);
  expect(sql`limit ${sql.literal(25)}`.build(false)).toMatchObject({
    text: 'limit 25',
    parameters: [],
  });
  for (const value of [1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
    expect(() => sql.literal(value)).toThrow(RangeError);
  }
});

test('statements of a transaction take effect in the order they were sent, including new ones', async () => {
  const values = await sql.begin(async (tx) => {
    const statements = Array.from({ length: 20 }, (_, index) => [
      // Each has its own text, so it's described first; the one after it needs no description.
      tx`select set_config('test.order', ${String(index)} || ${tx.unsafe(`'-${index}'`)}, true)`,
      tx`select current_setting('test.order', true) as value`,
    ]).flat();
    const answers = await Promise.all(statements.map((statement) => statement.execute()));
    return answers.filter((_, index) => index % 2 === 1).map(([row]) => row?.value);
  });
  expect(values).toEqual(Array.from({ length: 20 }, (_, index) => `${index}-${index}`));
});

test('the same new statement sent three times at once is answered each time', async () => {
  const rows = await sql.begin((tx) =>
    Promise.all([1, 2, 3].map((number) => tx`select ${number}::int + 40 as sum`)),
  );
  expect(rows).toEqual([[{ sum: 41 }], [{ sum: 42 }], [{ sum: 43 }]]);
});

test('statements stay prepared, however many scripts were sent before', async () => {
  await database.withSession(async (own) => {
    for (let index = 0; index < 2100; index++) await own.unsafe(`set test.script = '${index}'`);
    await own`select 'prepared after scripts'`;
    const prepared = await own`
      select from pg_prepared_statements where statement = 'select ''prepared after scripts'''`;
    expect(prepared).toHaveLength(1);
  });
});

test('a refused statement leaves the connection as it was', async () => {
  await database.pools.writers.use('test', async (connection) => {
    for (let turn = 0; turn < 3; turn++) {
      await expect(connection.sql`select ${turn} from nowhere`).rejects.toThrow('nowhere');
      await expect(connection.sql`select 1 / ${0}::int`).rejects.toThrow('zero');
      expect(await connection.sql`select ${turn}::int as turn`).toEqual([{ turn }]);
    }
  });
});

test('a table whose columns have changed is read in its current form', async () => {
  await sql.unsafe('create table changing (a int); insert into changing values (1)');
  expect(await sql`select * from changing`).toEqual([{ a: 1 }]);
  await sql.unsafe('alter table changing add b int default 2');
  // A stale plan is refused once per connection, which is then closed.
  const read = (): Promise<object[]> => sql`select * from changing`.catch(() => read());
  expect(await read()).toEqual([{ a: 1, b: 2 }]);
});

test('a failed statement rolls its transaction back, even if the code ignores the error', async () => {
  await sql.unsafe('create table kept (value int)');
  const work = sql.begin(async (tx) => {
    await tx`insert into kept values (1)`;
    await tx`select 1 / 0`.catch(() => undefined);
  });
  await expect(work).rejects.toThrow('zero');
  expect(await sql`select * from kept`).toEqual([]);
});

test('a failed statement that nobody waited for fails its transaction', async () => {
  const work = sql.begin(async (tx) => {
    await tx`insert into kept values (3)`;
    sendAhead(tx`select 1 / (2 - 2)`);
  });
  await expect(work).rejects.toThrow('zero');
  expect(await sql`select * from kept`).toEqual([]);
});

test('a statement with an undefined value fails its transaction, even if nobody waits for it', async () => {
  const work = sql.begin(async (tx) => {
    await tx`insert into kept values (4)`;
    sendAhead(tx`insert into kept values (${undefined as never})`);
  });
  await expect(work).rejects.toThrow('undefined');
  expect(await sql`select * from kept`).toEqual([]);
});

test('a statement sent after the end of its transaction is refused', async () => {
  const late = await sql.begin(async (tx) => ({ send: () => tx`insert into kept values (2)` }));
  await expect(late.send()).rejects.toThrow('transaction is over');
  expect(await sql`select * from kept`).toEqual([]);
});

test('every running statement fails at once when its connection is cut, and the pool recovers', async () => {
  const sleeping = Array.from({ length: 3 }, () => sql`select pg_sleep(30)`);
  const failing = Promise.allSettled(sleeping);
  await database.withSession((own) =>
    expect
      .poll(async () => {
        const ended = await own`
          with sleeping as (select pid, count(*) over () as "all" from pg_stat_activity
            where query like 'select pg_sleep(30)%' and datname = current_database())
          select pg_terminate_backend(pid) from sleeping where "all" = 3`;
        return ended.length;
      })
      .toBe(3),
  );
  const codes = (await failing).map((one) => (one as { reason: { code: string } }).reason.code);
  expect(codes).toEqual(['57P01', '57P01', '57P01']);
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
});

test('a query queued behind one whose connection is cut fails with a lost connection', async () => {
  let reason: unknown;
  const cut = sql.begin(async (tx) => {
    const sleeping = tx`select pg_terminate_backend(pg_backend_pid()), pg_sleep(30)`.execute();
    const behind = tx`select 1`.catch((error: unknown) => {
      reason = error;
    });
    await Promise.allSettled([sleeping, behind]);
  });
  // PostgreSQL closes a connection with unread input, so its own message may get lost.
  const code = expect.stringMatching(/^(57P01|CONNECTION_LOST)$/);
  await expect(cut).rejects.toMatchObject({ code });
  expect(reason).toBeInstanceOf(ConnectionLost);
});
