import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { plateKey } from '@lotkeeper/contract/kernel/plates';
import { kioskRules } from '@lotkeeper/contract/operations/kiosks';
import type { Fragment, Sql } from '../../kernel/data/database.ts';
import { must } from '../../kernel/must.ts';
import type { CarInput } from '../cars.ts';
import { carKey, ensureCars } from '../cars.ts';
import type { Recorder } from '../recorder.ts';
import { timestampCell } from '../recorder.ts';

/** What gives a visitor the right to park from a given time on. */
export interface VisitorGrant {
  /** null = a person validated them without a code. */
  code_pk: number | null;
  kind: 'until' | 'always' | 'events';
  /** The end for 'until'; for 'events' the end of the last one, null when they recur. */
  ends_at: Instant | null;
}

/** A car that may park free at a property, or requests to. */
export interface VisitorInput {
  spot_pk: number;
  car: CarInput;
  /** null keeps what is known. */
  name: string | null;
  phone: string | null;
  validation_source: 'dashboard' | 'kiosk';
  /** Empty = it waits for validation. */
  grants: readonly VisitorGrant[];
  /** Identifies a kiosk's request: the same one sent again changes nothing. */
  request?: string | null;
  at: Instant;
}

/** The outcome for a visitor of a batch; `skipped` = the same car came earlier in the batch. */
export interface RecordedVisitor {
  pk: number;
  outcome: 'added' | 'updated' | 'skipped';
}

/** The latest of instants; nulls are ignored. */
const latest = (moments: readonly (Instant | null)[]): Instant | null =>
  moments.reduce((a, b) => (a !== null && (b === null || a > b) ? a : b), null);

/** What a visitor's row stores about their grants: the latest end, and whether there is one. */
export const summarizeGrants = (grants: readonly VisitorGrant[]) => ({
  is_always_valid: grants.some(({ kind }) => kind === 'always'),
  during_events: grants.some(({ kind, ends_at }) => kind === 'events' && ends_at === null),
  valid_until: latest(grants.map(({ ends_at }) => ends_at)),
});

/** A grant as a session that begins now. */
export const toSession = ({ code_pk, kind, ends_at }: VisitorGrant, at: Instant) => ({
  code_pk,
  kind,
  starts_at: at,
  ends_at: kind === 'until' ? ends_at : null,
});

function toCells({ visitor, car_pk }: { visitor: VisitorInput; car_pk: number }) {
  const { spot_pk, grants, at } = visitor;
  const right = summarizeGrants(grants);
  return {
    row: {
      spot_pk,
      car_pk,
      plate_key: plateKey(visitor.car.plate),
      name: visitor.name,
      phone: visitor.phone,
      validation_source: visitor.validation_source,
      ...right,
      valid_until: timestampCell(right.valid_until),
      asked_at: timestampCell(grants.length > 0 ? null : at),
      request: visitor.request ?? null,
      updated_at: timestampCell(at),
    },
    sessions: grants.map((grant) => {
      const { ends_at, ...session } = toSession(grant, at);
      const grantTimes = { starts_at: timestampCell(at), ends_at: timestampCell(ends_at) };
      return { spot_pk, car_pk, ...session, ...grantTimes };
    }),
  };
}

/** Whether the time of visitor `v` is over, and it doesn't wait to be validated. */
export const isOver = (sql: Sql, at: Instant | Fragment): Fragment => sql`
  (v.lasts_until <= ${at} and coalesce(v.asked_at, '-infinity')
    <= ${at}::timestamptz - make_interval(hours => ${kioskRules.waitingHours}))`;

/**
 * Inserts rows of `rows`, or extends the visitors that exist, in key order. A car has one row per property, with the
 * latest of its ends; a given name or phone replaces the previous one, and nothing is left of one whose time is over.
 */
export const upsertVisitors = (
  { tx, organizationId }: Pick<Recorder, 'tx' | 'organizationId'>,
  rows: Fragment,
) => tx`
  insert into visitors as v (organization_id, spot_pk, car_pk, plate_key, name, phone,
    validation_source, is_always_valid, during_events, valid_until, asked_at, request,
    created_at, updated_at)
  select ${organizationId}, spot_pk, car_pk, plate_key, name, phone,
    validation_source, is_always_valid, during_events, valid_until, asked_at, request,
    updated_at, updated_at
  from ${rows}
  order by spot_pk, car_pk
  on conflict (organization_id, spot_pk, car_pk) where deleted_at is null do update set
    name = case when ${isOver(tx, tx`excluded.updated_at`)} then excluded.name else coalesce(excluded.name, v.name) end,
    phone = case when ${isOver(tx, tx`excluded.updated_at`)} then excluded.phone else coalesce(excluded.phone, v.phone) end,
    validation_source = excluded.validation_source,
    is_always_valid = v.is_always_valid or excluded.is_always_valid,
    during_events = v.during_events or excluded.during_events,
    valid_until = greatest(v.valid_until, excluded.valid_until),
    asked_at = case when excluded.request = v.request then v.asked_at else excluded.asked_at end,
    request = coalesce(excluded.request, v.request),
    updated_at = excluded.updated_at
  returning v.pk, v.spot_pk, v.car_pk, v.xmax = 0 as added`;

/**
 * Adds visitors, or extends those that exist, in one statement, so that any number can be recorded at once. Returns
 * outcomes by index.
 */
export async function recordVisitors(
  recorder: Recorder,
  visitors: readonly VisitorInput[],
): Promise<RecordedVisitor[]> {
  const { tx, organizationId } = recorder;
  const cars = await ensureCars(
    recorder,
    visitors.map(({ car }) => car),
  );
  const keyed = visitors.map((visitor) => {
    const car_pk = must(cars.get(carKey(visitor.car)), 'car of a visitor');
    return { visitor, car_pk, key: `${visitor.spot_pk} ${car_pk}` };
  });
  const first = new Map(keyed.toReversed().map((entry) => [entry.key, entry]));
  const cells = [...first.values()].map(toCells);
  const rows = JSON.stringify(cells.map(({ row }) => row));
  const sessions = JSON.stringify(cells.flatMap((entry) => entry.sessions));
  const savedRows = await tx<{ pk: number; key: string; added: boolean }[]>`
    with kept as (
      ${upsertVisitors(recorder, tx`json_populate_recordset(null::visitors, ${rows}::text::json)`)}
    ), granted as (
      insert into visitor_sessions (organization_id, visitor_pk, code_pk, kind, starts_at, ends_at)
      select ${organizationId}, k.pk, s.code_pk, s.kind, s.starts_at, s.ends_at
      from kept k
      join json_to_recordset(${sessions}::text::json) s(spot_pk bigint, car_pk bigint, code_pk bigint,
        kind text, starts_at timestamptz, ends_at timestamptz) using (spot_pk, car_pk)
      on conflict do nothing
    )
    select pk, spot_pk || ' ' || car_pk as key, added from kept`;
  const found = new Map(savedRows.map((row) => [row.key, row]));
  return keyed.map((entry): RecordedVisitor => {
    const { pk, added } = must(found.get(entry.key), 'row of a recorded visitor');
    if (first.get(entry.key) !== entry) return { pk, outcome: 'skipped' };
    return { pk, outcome: added ? 'added' : 'updated' };
  });
}
