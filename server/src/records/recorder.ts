import type { BatchOutcome } from '@lotkeeper/contract/kernel/batch';
import type { Instant, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import type { CommissionTerms } from '@lotkeeper/contract/money/ledger';
import type { OrganizationScope } from '../kernel/access/scope.ts';
import { formatTimestamp } from '../kernel/clock.ts';
import type { Statement, Tx } from '../kernel/data/database.ts';
import { must } from '../kernel/must.ts';
import { notFound, requireFound } from '../kernel/refusal.ts';
import { selectCommissionTerms } from './money/commission-bases.ts';

/** What recording needs to know about the organization, read once per transaction. */
export interface Recorder {
  tx: Tx;
  organizationId: number;
  commission: CommissionTerms;
  timezoneOf(spotPk: number): TimeZone;
  /** When the property was set up. */
  sinceOf(spotPk: number): Instant;
  /** Finds the organization's property by pk or uuid; null when there is none. */
  spotNamed(pkOrUuid: number | string): number | null;
}

/** What reading an organization's records needs. */
export type RecordReader = Pick<Recorder, 'tx' | 'organizationId'>;

/** How an item of a batch ended: `unchanged` = the same source and external id was recorded before. */
export interface Recorded {
  external_id: string;
  pk: number;
  outcome: Exclude<BatchOutcome, 'refused'>;
  /** Used when the item itself doesn't name its property. */
  spot_pk?: number;
}

/** A refused item, with the field and the message. */
export interface RefusedItem {
  outcome: 'refused';
  field: string;
  detail: string;
}

/**
 * Thrown when items of a batch conflict with what is recorded: the whole transaction is rolled back, and the caller may
 * retry without the items at these indexes.
 */
export class ItemsClash extends Error {
  readonly refused: ReadonlyMap<number, RefusedItem>;

  constructor(refused: ReadonlyMap<number, RefusedItem>) {
    super('Some items of the batch clash with what is recorded.');
    this.refused = refused;
  }
}

/**
 * Opens recording for an organization inside a transaction. All sources of records (pages, ingest, history) use a
 * recorder, so that money, local dates, and rollups are computed in one place. If only properties with these names are
 * concerned, no others are read: an organization may have thousands.
 */
export async function openRecorder(
  tx: Tx,
  organizationId: number,
  names?: readonly (number | string)[],
): Promise<Recorder> {
  const onlyNamed = names
    ? tx`and (s.pk = any (${names.filter((name) => typeof name === 'number')}::bigint[])
        or s.uuid = any (${names.filter((name) => typeof name === 'string')}::uuid[]))`
    : tx``;
  const [organization] = await tx<
    { commission: CommissionTerms; spots: [number, TimeZone, string, Instant][] }[]
  >`
    select ${selectCommissionTerms(tx, organizationId)} as commission, (
      select coalesce(json_agg(json_build_array(s.pk, s.timezone, s.uuid,
        floor(extract(epoch from s.created_at) * 1000)::bigint)), '[]') from spots s
      where s.organization_id = ${organizationId} ${onlyNamed}) as spots
    from organizations o where o.pk = ${organizationId}`;
  if (!organization) throw notFound('organization');
  const spots = new Map(
    organization.spots.map(([pk, timezone, , since]) => [pk, { timezone, since }]),
  );
  const pksByUuid = new Map(organization.spots.map(([pk, , uuid]) => [uuid, pk]));
  const spotOf = (spotPk: number) => requireFound(spots.get(spotPk), 'property');
  return {
    tx,
    organizationId,
    commission: organization.commission,
    timezoneOf: (spotPk) => spotOf(spotPk).timezone,
    sinceOf: (spotPk) => spotOf(spotPk).since,
    spotNamed(name) {
      if (typeof name === 'string') return pksByUuid.get(name.toLowerCase()) ?? null;
      return spots.has(name) ? name : null;
    },
  };
}

/** Records something for a scope's organization in a transaction of its own. */
export const withRecorder = <T>(
  scope: Pick<OrganizationScope, 'organizationId' | 'write'>,
  work: (recorder: Recorder) => Promise<T>,
): Promise<T> => scope.write(async (tx) => work(await openRecorder(tx, scope.organizationId)));

/** Converts a cell for the database; undefined becomes null, and isn't sent. */
type Cell = string | number | boolean | null | undefined | readonly string[] | object;

export type NewRow = Record<string, Cell>;

/** Tables whose rows are identified by (source, external_id): sending a row again changes nothing. */
type SourcedTable =
  | 'rentals'
  | 'ledger_entries'
  | 'visits'
  | 'violations'
  | 'reviews'
  | 'timeline_notes'
  | 'plate_reads'
  | 'valet_sessions'
  | 'promo_uses';

interface InsertedRow {
  pk: number;
  source: string;
  external_id: string;
}

/**
 * Inserts rows in key order, so that two writers can't deadlock; rows whose source and external id are known aren't
 * changed. The first row determines the columns of all. Returns the new rows.
 */
export const insertSourced = async (
  recorder: Recorder,
  table: SourcedTable,
  rows: readonly NewRow[],
): Promise<InsertedRow[]> =>
  rows.length === 0 ? [] : buildInsert(recorder, table, rows).execute();

/** The statement of `insertSourced` for at least one row. */
export function buildInsert(
  { tx, organizationId }: Recorder,
  table: SourcedTable,
  rows: readonly NewRow[],
): Statement<InsertedRow[]> {
  const columns = tx.unsafe(Object.keys(rows[0] as NewRow).join(', '));
  return tx<InsertedRow[]>`
    insert into ${tx.identifier(table)} (organization_id, ${columns})
    select ${organizationId}, ${columns}
    from json_populate_recordset(null::${tx.identifier(table)}, ${JSON.stringify(rows)}::text::json)
    order by source, external_id
    on conflict (organization_id, source, external_id) do nothing
    returning pk, source, external_id`;
}

/** The id of a record in the system that sent it. */
export interface SourceKey {
  source: string;
  external_id: string;
}

/** A property's record as another system identifies it. */
export interface Sourced extends SourceKey {
  spot_pk: number;
}

/** `source` and `external_id` combined into a map key. */
export const sourceKey = (record: SourceKey) => `${record.source}\0${record.external_id}`;

/**
 * Returns whether each item was inserted just now, and reads the pks of known ones; of equal items, only the first was
 * inserted.
 */
export async function listOutcomes(
  recorder: Recorder,
  table: SourcedTable,
  items: readonly { source: string; external_id: string }[],
  inserted: readonly InsertedRow[],
): Promise<Recorded[]> {
  const pks = new Map(inserted.map((row) => [sourceKey(row), row.pk]));
  const fresh = new Set(pks.keys());
  const before = items.filter((item) => !fresh.has(sourceKey(item)));
  const { tx } = recorder;
  const known = before.length
    ? await tx<InsertedRow[]>`
        select pk, source, external_id from ${tx.identifier(table)}
        where organization_id = ${recorder.organizationId}
          and (source, external_id) in (
            select * from unnest(${before.map((item) => item.source)}::text[],
              ${before.map((item) => item.external_id)}::text[]))`
    : [];
  for (const row of known) pks.set(sourceKey(row), row.pk);
  return items.map((item) => {
    const key = sourceKey(item);
    const outcome = fresh.delete(key) ? 'recorded' : 'unchanged';
    return {
      external_id: item.external_id,
      pk: must(pks.get(key), 'row of a recorded item'),
      outcome,
    };
  });
}

export const timestampCell = (at: number | null) =>
  at === null ? null : formatTimestamp(instant(at));

/** Sets columns of rows by pk. All rows set the same columns. */
export async function changeRows(
  recorder: Recorder,
  table: 'visits' | 'violations' | 'rentals',
  rows: readonly (NewRow & { pk: number })[],
): Promise<void> {
  if (rows.length > 0) await buildChange(recorder, table, rows);
}

/** The statement of `changeRows` for at least one row. */
export function buildChange(
  { tx, organizationId }: Recorder,
  table: 'visits' | 'violations' | 'rentals',
  rows: readonly (NewRow & { pk: number })[],
): Statement<unknown> {
  const columns = Object.keys(rows[0] ?? {}).filter((name) => name !== 'pk');
  return tx`
    update ${tx.identifier(table)} t set ${tx.unsafe(columns.map((name) => `${name} = c.${name}`).join(', '))}
    from json_populate_recordset(null::${tx.identifier(table)}, ${JSON.stringify(rows)}::text::json) c
    where t.organization_id = ${organizationId} and t.pk = c.pk`;
}
