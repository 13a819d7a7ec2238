import type { PlateCountry } from '@lotkeeper/contract/kernel/places';
import type { Recorder } from '../recorder.ts';
import type { RecordingImport } from './visitor-import-changes.ts';
import { keepPreviousValues, lockPreviousValues } from './visitor-import-changes.ts';
import type { VisitorGrant } from './visitors.ts';
import { summarizeGrants, toSession, upsertVisitors } from './visitors.ts';

/** A visitor of a file with the columns of their car and of themselves; null keeps what is known. */
export interface ImportedRow {
  plate: string;
  plate_key: string;
  state: string;
  country: PlateCountry;
  name: string | null;
  phone: string | null;
}

/** Rows of a file as a JSON array, each car once. It's the only form that the database takes quickly by the thousands. */
export interface ImportedRows {
  json: string;
  count: number;
}

type Writer = Pick<Recorder, 'tx' | 'organizationId'>;

/** Adds the cars of rows that the organization doesn't have. An insert of a known one would use up a sequence number. */
const addMissingCars = ({ tx, organizationId }: Writer, { json }: ImportedRows) => tx`
  insert into cars (organization_id, plate, plate_key, state, country)
  select ${organizationId}, w.plate, w.plate_key, w.state, w.country
  from json_populate_recordset(null::cars, ${json}::text::json) w
  where not exists (
    select from cars c
    where c.organization_id = ${organizationId} and c.plate_key = w.plate_key
      and c.state = w.state and c.country = w.country)
  order by w.plate_key, w.state, w.country
  on conflict do nothing`;

/**
 * Records the visitors of an import like `recordVisitors`, all with the same grant, and so that it can be undone.
 * Returns how many were added; the others existed. Rows stay in the database from car to visitor: a file has up to
 * 100,000, and reading them back costs more than writing them.
 */
export async function recordImportedVisitors(
  recorder: Writer,
  rows: ImportedRows,
  grant: VisitorGrant,
  ofImport: RecordingImport,
): Promise<number> {
  if (rows.count === 0) return 0;
  const { tx, organizationId } = recorder;
  const { spot_pk, started_at } = ofImport;
  const { is_always_valid, during_events, valid_until } = summarizeGrants([grant]);
  const session = toSession(grant, started_at);
  // The locks come before the writes: a row that this statement has changed can't be locked by it.
  const visitors = tx`(
    select ${spot_pk}::bigint as spot_pk, car_pk, plate_key, name, phone, 'dashboard' as validation_source,
      ${is_always_valid} as is_always_valid, ${during_events} as during_events,
      ${valid_until}::timestamptz as valid_until, null::timestamptz as asked_at, null::uuid as request,
      ${started_at}::timestamptz as updated_at
    from wanted where (select count(*) from before) is not null) r`;
  const written = tx<[{ added: number; recorded: number }]>`
    with wanted as materialized (
      select c.pk as car_pk, w.plate_key, w.name, w.phone
      from json_to_recordset(${rows.json}::text::json) w(plate_key text, state text, country text, name text, phone text)
      join cars c on c.organization_id = ${organizationId} and c.plate_key = w.plate_key
        and c.state = w.state and c.country = w.country
    ), before as materialized (${lockPreviousValues(recorder, ofImport)}
    ), kept as (${upsertVisitors(recorder, visitors)}
    ), granted as (
      insert into visitor_sessions (organization_id, visitor_pk, code_pk, kind, starts_at, ends_at)
      select ${organizationId}, pk, ${session.code_pk}::bigint, ${session.kind}::text,
        ${session.starts_at}::timestamptz, ${session.ends_at}::timestamptz
      from kept
      on conflict do nothing
    ), undoable as (${keepPreviousValues(recorder, ofImport)}
    )
    select count(*) filter (where added)::int as added, count(*)::int as recorded from kept`;
  // Sent together, one after the other.
  const [, [counts]] = await Promise.all([addMissingCars(recorder, rows), written]);
  // A car may be deleted between the two statements. The job runs again then.
  if (counts.recorded !== rows.count) throw new Error('Cars of the import are gone.');
  return counts.added;
}
