import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { expect, test } from 'vitest';
import { compareRollups } from '../records/money/ledger.ts';
import { affiliate, makePerson } from '../testing/people.factory.ts';
import { record, rental } from '../testing/rentals.factory.ts';
import { makeSpot } from '../testing/spots.factory.ts';
import { testDatabase } from '../testing/test-database.ts';
import { makeVisit } from '../testing/visits.factory.ts';
import { deriveShardFunctions, readFunctions, toShardName } from './shard-functions.ts';
import { planTables } from './tables.ts';

const database = await testDatabase();
const functions = deriveShardFunctions(await readFunctions(database.system));

test('every function that writes a table or notifies gets a form for shards', () => {
  expect([...functions.names].sort()).toEqual([
    'add_visit_counts',
    'count_changed_visitors',
    'count_new_visitors',
    'count_reads',
    'count_starts',
    'count_visits',
    'keep_membership',
    'record_entry_events',
    'record_payout_events',
    'record_rental_events',
    'record_violation_events',
    'record_visit_events',
    'roll_up',
    'roll_up_rentals',
    'roll_up_taxes',
    'tell_access_change',
    'tell_keys',
    'tell_kiosk',
    'tell_person_change',
    'tell_spot_change',
  ]);
  expect([...functions.notifying].every((name) => name.startsWith('tell_'))).toBe(true);
});

test('a form for shards neither writes nor reads a Citus table by its plain name', async () => {
  const tables = await planTables(database.system);
  const names = tables.filter(({ placement }) => placement !== 'local').map(({ name }) => name);
  const mentions = functions.statements.flatMap((statement) =>
    [...statement.matchAll(/\b(?:into|from|join|update|truncate) (\w+)/g)].map(([, name]) => name),
  );
  expect(names).toContain('revenue_months');
  expect(mentions.filter((name) => names.includes(name ?? ''))).toEqual([]);
});

test('the forms for shards sum up the same as the functions that they are derived from', async () => {
  const { system } = database;
  for (const statement of functions.statements) await system.unsafe(statement);
  // Here a table's sibling shard is the table itself.
  await system.unsafe(`create or replace function lotkeeper.find_sibling_shard(shard oid, wanted text) returns text
      language sql as 'select wanted';
      create or replace function lotkeeper.find_own_copy(wanted text) returns text
      language sql as 'select wanted'`);
  const triggers = await system<{ name: string; on: string; calls: string; definition: string }[]>`
      select t.tgname::text as name, t.tgrelid::regclass::text as on, p.proname::text as calls,
        pg_get_triggerdef(t.oid) as definition
      from pg_trigger t join pg_proc p on p.oid = t.tgfoid where p.proname = any (${[...functions.names]})`;
  for (const { name, on, calls, definition } of triggers) {
    if (functions.notifying.has(calls)) continue;
    await system.unsafe(
      `drop trigger ${name} on ${on}; ${definition.replace(`${calls}(`, `${toShardName(calls)}(`)}`,
    );
  }
  const spot = await makeSpot(system);
  const person = await makePerson(system);
  await affiliate(system, person, { pk: spot.organization }, 'ADMIN');
  const [known] = await system`select organization_ids from people where pk = ${person.pk}`;
  expect(known).toEqual({ organization_ids: [spot.organization] });
  const visit = (plate: string, start: string, amount: number) =>
    rental(spot, start, amount, { car: { plate, state: 'AZ', country: 'US' } });
  await record(system, spot, [
    visit('AAA1', '2026-03-15T19:00:00Z', 900),
    visit('AAA1', '2026-06-15T19:00:00Z', 1000),
    visit('BBB2', '2026-06-16T19:00:00Z', 1100),
  ]);
  await record(system, spot, [rental(spot, '2026-03-16T19:00:00Z', 500)]);
  await system`update rentals set end_date = end_date + interval '1 hour'`;
  await system`
    update rentals set car_pk = (select pk from cars where plate = 'BBB2')
    where start_date = '2026-03-15T19:00:00Z'`;
  const local_date = '2026-06-15' as LocalDate;
  for (const outcome of ['rental', 'rental', 'grace'] as const) {
    await makeVisit(system, spot, '2026-06-15T19:00:00Z', { outcome, local_date });
  }
  await system`update visits set outcome = 'grace' where pk = (select min(pk) from visits)`;
  await system`delete from visits where pk = (select max(pk) from visits)`;
  const comparisons = await compareRollups(system);
  expect(comparisons.every(({ rows }) => rows > 0)).toBe(true);
  expect(comparisons.flatMap(({ disagreements }) => disagreements)).toEqual([]);
});
