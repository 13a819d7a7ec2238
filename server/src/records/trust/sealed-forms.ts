import type { LeafKind } from '@lotkeeper/evidence/day-statements';
import type { Fragment, Sql } from '../../kernel/data/database.ts';

/** Tables whose rows are sealed. */
export type SealedTable = Exclude<LeafKind, 'visit_changes'>;

/**
 * How a column is represented in the sealed form: JSON and fractions as text, which has only one form; an instant as
 * microseconds since 1970, its full precision.
 */
type ColumnForm = 'plain' | 'text' | 'instant' | 'image';

const eachAs = (form: ColumnForm, ...columns: string[]) =>
  columns.map((column): [string, ColumnForm] => [column, form]);

/**
 * The sealed columns of a row that never changes, or is resealed when it does. The form of sealed rows never changes:
 * another set of columns needs a new format of the statement.
 */
export const sealedColumns: Record<SealedTable, Record<string, ColumnForm>> = {
  ledger_entries: Object.fromEntries([
    ...eachAs('plain', 'spot_pk', 'rental_pk', 'violation_pk', 'kind', 'rental_type'),
    ...eachAs('plain', 'local_date', 'local_hour'),
    ...eachAs('plain', 'source', 'external_id', 'gross', 'refund', 'tax', 'processing_fee'),
    ...eachAs('plain', 'commission', 'enforcement', 'marketing', 'dynamic_pricing', 'rentals'),
    ...eachAs('plain', 'payout', 'statement_descriptor'),
    ...eachAs('instant', 'occurred_at', 'recorded_at'),
  ]),
  audit_entries: Object.fromEntries([
    ...eachAs('plain', 'person_pk', 'act', 'subject_type', 'subject_pk', 'subject_name', 'spot_pk'),
    ...eachAs('text', 'before', 'after'),
    ...eachAs('instant', 'happened_at'),
  ]),
  plate_reads: Object.fromEntries([
    ...eachAs('plain', 'camera_pk', 'message_pk', 'source', 'external_id', 'event_keys', 'preview'),
    ...eachAs('plain', 'plate', 'state', 'country', 'make', 'model', 'color', 'vehicle_type'),
    ...eachAs('plain', 'time_of_arrival'),
    ...eachAs('text', 'confidence', 'candidates', 'plate_box', 'vehicle_box'),
    ...eachAs('instant', 'captured_at', 'received_at'),
    ...eachAs('image', 'image', 'plate_image'),
  ]),
  visits: Object.fromEntries([
    ...eachAs('plain', 'spot_pk', 'car_pk', 'rental_pk', 'plate', 'state', 'status', 'doubtful'),
    ...eachAs('plain', 'exit_missed', 'source', 'external_id'),
    ...eachAs('text', 'rate'),
    ...eachAs('instant', 'entrance_at', 'exit_at'),
    ...eachAs('image', 'entrance_image', 'exit_image', 'entrance_plate_image', 'exit_plate_image'),
  ]),
};

/**
 * The columns that aren't sealed, either because they change (how a read is paired, where its camera turned out to be,
 * when a visit is due) or because they follow from sealed ones.
 */
export const unsealedColumns: Partial<Record<SealedTable, readonly string[]>> = {
  plate_reads: (
    'visit_pk superseded paired seen_at spot_pk local_date local_hour direction ' +
    'plate_key plate_fold set_aside corrections sureness'
  ).split(' '),
  visits: [
    'decided',
    'due_at',
    'plate_key',
    'set_aside',
    'local_date',
    'outcome',
    'uncollected',
    'verdict',
    'reviewed_at',
    'held',
    'validation_code_pk',
    'validation_value',
  ],
};

/**
 * A column of a row `r` as JSON. An image is its pk and the SHA-256 of its bytes, which is its name in the file store.
 */
function selectColumn(
  sql: Sql,
  organizationId: number,
  column: string,
  form: ColumnForm,
): Fragment {
  const value = sql`r.${sql.identifier(column)}`;
  if (form === 'text') return sql`${value}::text`;
  if (form === 'instant') return sql`(extract(epoch from ${value}) * 1000000)::bigint`;
  if (form === 'image')
    return sql`(select json_build_object('sha256', i.file, 'uuid', i.uuid) from images i
      where i.organization_id = ${organizationId} and i.uuid = ${value})`;
  return value;
}

/** The sealed form of a row `r` as JSON; its keys are sorted here once, instead of per row. */
export function selectForm(sql: Sql, organizationId: number, table: SealedTable): Fragment {
  const columns = Object.entries(sealedColumns[table]).map(
    ([column, form]) => [column, selectColumn(sql, organizationId, column, form)] as const,
  );
  const members = [
    ...columns,
    ['pk', sql`r.pk`] as const,
    ['table', sql.unsafe(`'${table}'::text`)] as const,
  ].sort(([a], [b]) => (a < b ? -1 : 1));
  const pairs = members.map(
    ([name, value], index) => sql`${sql.unsafe(`${index > 0 ? ', ' : ''}'${name}', `)}${value}`,
  );
  return sql`json_build_object(${pairs})`;
}

/** The sealed form of a removed visit. */
export const removedForm = (pk: number) => ({ pk, removed: true, table: 'visits' });
