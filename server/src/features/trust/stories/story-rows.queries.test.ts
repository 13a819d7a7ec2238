import type { StoryRecord } from '@lotkeeper/contract/trust/stories';
import { expect, test } from 'vitest';
import { makePerson } from '../../../testing/people.factory.ts';
import { countPagesRead, openSpotScope } from '../../../testing/query-plans.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import { listDisputes } from './story-disputes.ts';
import { listAuditEntries, listValetSessions, readFacts } from './story-facts.queries.ts';
import { readMoney } from './story-money.queries.ts';
import type { Subject } from './story-rows.queries.ts';
import {
  listReads,
  listViolations,
  listVisits,
  readEntrySubject,
  readSubject,
} from './story-rows.queries.ts';

const count = 20_000;

/** One rental, visit, violation, read, valet session, audit entry, and two ledger entries for each number. */
async function fill(person: number): Promise<void> {
  const { organization, pk } = spot;
  const numbers = sql`generate_series(1, ${count}::int) n`;
  const when = sql`timestamptz '2024-01-01 08:00:00Z' + n * interval '1 minute'`;
  await sql`
    insert into rentals (organization_id, spot_pk, pk, rental_type, source, external_id, start_date, start_local_date)
    overriding system value
    select ${organization}, ${pk}, n, 'hourly', 'test', 'r-' || n, ${when}, '2024-01-01' from ${numbers}`;
  await sql`
    insert into visits (organization_id, spot_pk, pk, rental_pk, plate, status, entrance_at, source, external_id)
    overriding system value
    select ${organization}, ${pk}, n, n, 'ABC 123', 'renter', ${when}, 'test', 'v-' || n from ${numbers}`;
  await sql`
    insert into violations (organization_id, spot_pk, pk, code, plate, plate_key, amount, visit_pk, created_at,
      source, external_id) overriding system value
    select ${organization}, ${pk}, n, 'C' || n, 'ABC 123', 'ABC123', 5500, n, ${when}, 'test', 'n-' || n
    from ${numbers}`;
  await sql`
    insert into plate_reads (organization_id, spot_pk, visit_pk, source, external_id, captured_at, received_at,
      plate, plate_key, plate_fold)
    select ${organization}, ${pk}, n, 'test', 'p-' || n, ${when}, ${when}, 'ABC123', 'ABC123', 'ABC123'
    from ${numbers}`;
  await sql`
    insert into ledger_entries (organization_id, spot_pk, rental_pk, violation_pk, kind, rental_type, occurred_at,
      local_date, local_hour, source, external_id, gross)
    select ${organization}, ${pk}, rental, violation, kind, 'hourly', ${when}, '2024-01-01', 1, 'test',
      kind || n, 1000
    from ${numbers}, lateral (values (n, null, 'charge'), (null, n, 'penalty')) e(rental, violation, kind)`;
  await sql`
    insert into audit_entries (organization_id, person_pk, act, subject_type, subject_pk, happened_at)
    select ${organization}, ${person}, 'change', kind, n, ${when}
    from ${numbers}, (values ('rental'), ('violation')) k(kind)`;
  await sql`
    insert into valet_sessions (organization_id, spot_pk, code, phone, rental_type, rental_pk, source, external_id,
      created_at)
    select ${organization}, ${pk}, translate(lpad(n::text, 6, 'Z'), '01', 'XY'), '+16025550100', 'hourly', n,
      'test', 's-' || n, ${when} from ${numbers}`;
  await sql`vacuum analyze`;
}

const at = await testApp({ now: '2026-06-15T19:00:00Z' });
const sql = at.database.system;
const spot = await makeSpot(sql);
const member = await makePerson(sql);
await fill(member.pk);
const scope = openSpotScope(at.database, spot);

const parts = {
  readFacts,
  listVisits,
  listReads,
  listViolations,
  readMoney,
  listAuditEntries,
  listDisputes,
  listValetSessions,
} as const;

for (const record of ['rental', 'visit', 'violation'] satisfies StoryRecord[]) {
  test(`each part of the story of a ${record} is read by an index, however many there are`, async () => {
    const pages: Record<string, number> = {};
    let subject: Subject | null = null;
    pages.readSubject = await countPagesRead(scope, async (reader) => {
      subject = await readSubject(reader, record, '777');
    });
    expect(subject).toMatchObject({ rentalPk: 777 });
    for (const [name, read] of Object.entries(parts)) {
      pages[name] = await countPagesRead(scope, (reader) =>
        read(reader, subject as unknown as Subject),
      );
    }
    // A table of 20,000 rows has 200 pages and more.
    for (const [name, read] of Object.entries(pages)) {
      expect(read, `pages of ${name}`).toBeLessThan(60);
    }
  });
}

test('the story of a ledger entry is found by an index', async () => {
  const pages = await countPagesRead(scope, async (reader) => {
    const subject = await readEntrySubject(reader, 777);
    if (!subject) throw new Error('The entry was not found.');
    await readMoney(reader, subject);
  });
  expect(pages).toBeLessThan(60);
});
