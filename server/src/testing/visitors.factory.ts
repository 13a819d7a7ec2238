import { randomUUID } from 'node:crypto';
import { fromIso, instant } from '@lotkeeper/contract/kernel/calendar';
import type { VisitorGrant, VisitorInput } from '../records/operations/visitors.ts';
import { recordVisitors } from '../records/operations/visitors.ts';
import { makeFormerMember } from './people.factory.ts';
import { recording } from './rentals.factory.ts';
import type { TestSpot } from './spots.factory.ts';
import type { TestApp } from './test-app.ts';

type Sql = TestApp['database']['system'];

/** A property's validation code: always valid by default; for events if the given validity is empty. */
export async function makeVisitorCode(
  sql: Sql,
  spot: Pick<TestSpot, 'pk' | 'organization'>,
  of: {
    code?: string;
    always_valid?: boolean;
    days_valid?: number;
    hours_valid?: number;
    expiration_date?: string;
    events?: readonly number[];
    deleted_at?: number;
  } = {},
): Promise<{ pk: number; code: string }> {
  const { events = [], ...fields } = of;
  const row = {
    organization_id: spot.organization,
    spot_pk: spot.pk,
    code: randomUUID(),
    always_valid: Object.keys(of).length === 0,
    ...fields,
    created_at: 0,
  };
  const [made] = await sql<[{ pk: number; code: string }]>`
    insert into visitor_codes ${sql.values(row)} returning pk, code`;
  for (const event_pk of events) {
    const link = { organization_id: spot.organization, code_pk: made.pk, event_pk };
    await sql`insert into visitor_code_events ${sql.values(link)}`;
  }
  return made;
}

/** A right to park until a time in ISO 8601, granted by staff. */
export const until = (at: string): VisitorGrant => ({
  code_pk: null,
  kind: 'until',
  ends_at: fromIso(at),
});

let plates = 0;

/** By default, a visitor who is always valid, with a unique plate. */
export async function makeVisitor(
  sql: Sql,
  spot: TestSpot,
  of: Partial<VisitorInput> & { plate?: string } = {},
): Promise<{ pk: number }> {
  const { plate = `GST ${++plates}`, ...more } = of;
  const [made] = await recording(sql, spot.organization, (recorder) =>
    recordVisitors(recorder, [
      {
        spot_pk: spot.pk,
        car: { plate, state: 'AZ', country: 'US' },
        name: null,
        phone: null,
        validation_source: 'dashboard',
        grants: [{ code_pk: null, kind: 'always', ends_at: null }],
        at: instant(0),
        ...more,
      },
    ]),
  );
  return { pk: made?.pk ?? 0 };
}

/** A file whose visitors were added with a code, including one refused row. */
export async function makeVisitorImport(
  sql: Sql,
  spot: TestSpot,
  code: { pk: number },
): Promise<{ pk: number }> {
  const person = await makeFormerMember(sql, { pk: spot.organization });
  const row = {
    organization_id: spot.organization,
    spot_pk: spot.pk,
    person_pk: person.pk,
    code_pk: code.pk,
    grant_kind: 'always',
    file_name: 'guests.csv',
    encoding: 'utf-8',
    delimiter: ',',
    line_break: '\n',
    text_bytes: 100,
    done_bytes: 100,
    done_lines: 3,
    added: 1,
    refused: 1,
    state: 'done',
    beat_at: 0,
    started_at: 0,
    finished_at: 0,
  };
  const [made] = await sql<[{ pk: number }]>`
    insert into visitor_imports ${sql.values({ ...row, columns: ['plate', 'state'] })} returning pk`;
  await sql`
    insert into refused_visitor_rows (organization_id, import_pk, line, reason, cells)
    values (${spot.organization}, ${made.pk}, 3, 'plate: This is required', '{"",AZ}')`;
  return made;
}
