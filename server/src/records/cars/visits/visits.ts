import type { VisitOutcome } from '@lotkeeper/contract/cars/outcomes';
import type { Hold } from '@lotkeeper/contract/cars/plate-desk';
import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { plateKey } from '@lotkeeper/contract/kernel/plates';
import { sendAhead } from '../../../kernel/data/sql/transaction.ts';
import type { NewRow, Recorded, Recorder, Sourced } from '../../recorder.ts';
import {
  buildChange,
  buildInsert,
  changeRows,
  insertSourced,
  listOutcomes,
  timestampCell,
} from '../../recorder.ts';
import { insertVisitChanges, noteVisitChanges } from './visit-changes.ts';

/** How a visit counts. */
export interface CountedVisit {
  outcome: VisitOutcome;
  /** The property's day of its entrance, or of its exit without one. */
  local_date: LocalDate;
  /** What a stay would have brought that wasn't free, and that nobody paid for. */
  uncollected: Cents;
  /** The code that validated it; null for others, and where it isn't known. */
  validation_code_pk: number | null;
  /** What a validated stay would have cost at the price in force; null for others. */
  validation_value: Cents | null;
}

/** A car's stay as the cameras saw it; either end may be missing. It counts once it is decided. */
export interface VisitInput extends Sourced, Partial<CountedVisit> {
  plate: string;
  state: string | null;
  car_pk?: number | null;
  rental_pk?: number | null;
  status: 'renter' | 'visitor' | 'enforced' | 'grace period' | 'violator';
  entrance_at: Instant | null;
  exit_at: Instant | null;
  entrance_image?: string | null;
  exit_image?: string | null;
  entrance_plate_image?: string | null;
  exit_plate_image?: string | null;
  doubtful?: boolean;
  /** false = time or a payment may still change the status. */
  decided?: boolean;
  /** When its status is due to be decided again; null = never. */
  due_at?: Instant | null;
  exit_missed?: boolean;
  /** Why what it owes waits for a person. */
  held?: Hold | null;
}

const toRows = (visits: readonly VisitInput[]): NewRow[] =>
  visits.map((visit) => ({
    spot_pk: visit.spot_pk,
    car_pk: visit.car_pk ?? null,
    rental_pk: visit.rental_pk ?? null,
    plate: visit.plate,
    plate_key: plateKey(visit.plate),
    state: visit.state,
    status: visit.status,
    entrance_at: timestampCell(visit.entrance_at),
    exit_at: timestampCell(visit.exit_at),
    entrance_image: visit.entrance_image ?? null,
    exit_image: visit.exit_image ?? null,
    entrance_plate_image: visit.entrance_plate_image ?? null,
    exit_plate_image: visit.exit_plate_image ?? null,
    doubtful: visit.doubtful ?? false,
    decided: visit.decided ?? true,
    due_at: timestampCell(visit.due_at ?? null),
    exit_missed: visit.exit_missed ?? false,
    held: visit.held ?? null,
    outcome: visit.outcome ?? null,
    local_date: visit.local_date ?? null,
    uncollected: visit.uncollected ?? 0,
    validation_code_pk: visit.validation_code_pk ?? null,
    validation_value: visit.validation_value ?? null,
    source: visit.source,
    external_id: visit.external_id,
  }));

export async function recordVisits(
  recorder: Recorder,
  visits: readonly VisitInput[],
): Promise<Recorded[]> {
  const rows = toRows(visits);
  return listOutcomes(recorder, 'visits', visits, await insertSourced(recorder, 'visits', rows));
}

async function changeVisits(recorder: Recorder, rows: readonly (NewRow & { pk: number })[]) {
  const pks = rows.map(({ pk }) => pk);
  await Promise.all([changeRows(recorder, 'visits', rows), noteVisitChanges(recorder, pks)]);
}

/** What the cameras saw of a visit. */
export type SeenVisit = Pick<VisitInput, 'plate' | 'state' | 'entrance_at' | 'exit_at'> &
  Required<
    Pick<
      VisitInput,
      | 'entrance_image'
      | 'exit_image'
      | 'entrance_plate_image'
      | 'exit_plate_image'
      | 'doubtful'
      | 'exit_missed'
    >
  >;

/** Corrects the ends and reads of visits; their status must then be decided again. */
export async function changeSeen(
  recorder: Recorder,
  visits: readonly (SeenVisit & { pk: number; due_at: Instant | null })[],
): Promise<void> {
  const rows = visits.map((visit) => ({
    ...visit,
    plate_key: plateKey(visit.plate),
    entrance_at: timestampCell(visit.entrance_at),
    exit_at: timestampCell(visit.exit_at),
    due_at: timestampCell(visit.due_at),
    decided: visit.due_at === null,
    set_aside: null,
    reviewed_at: null,
  }));
  await changeVisits(recorder, rows);
}

/** The outcome of a visit. */
export interface VisitDecision extends CountedVisit {
  pk: number;
  status: VisitInput['status'];
  decided: boolean;
  due_at: Instant | null;
  rental_pk: number | null;
  car_pk: number | null;
  state: string | null;
  doubtful: boolean;
  /** Why what it owes waits for a person; null = it doesn't. */
  held: Hold | null;
  /** The price that enforcement charged. */
  rate: object | null;
}

/** Stores the outcomes of visits. */
export async function decideVisits(
  recorder: Recorder,
  decisions: readonly VisitDecision[],
): Promise<void> {
  const rows = decisions.map((decision) => ({
    ...decision,
    due_at: timestampCell(decision.due_at),
  }));
  await changeVisits(recorder, rows);
}

/** Writes new visits, and the ends, reads and outcomes of others, without waiting: a failure fails the transaction. */
export function sendVisits(
  recorder: Recorder,
  fresh: readonly VisitInput[],
  changed: readonly (SeenVisit & VisitDecision)[],
): void {
  if (fresh.length > 0) sendAhead(buildInsert(recorder, 'visits', toRows(fresh)));
  if (changed.length === 0) return;
  const rows = changed.map((visit) => ({
    ...visit,
    plate_key: plateKey(visit.plate),
    entrance_at: timestampCell(visit.entrance_at),
    exit_at: timestampCell(visit.exit_at),
    due_at: timestampCell(visit.due_at),
    set_aside: null,
    reviewed_at: null,
  }));
  sendAhead(buildChange(recorder, 'visits', rows));
  sendAhead(
    insertVisitChanges(
      recorder,
      changed.map(({ pk }) => pk),
    ),
  );
}

/** Removes visits that were merged into others. No read may refer to them anymore. */
export async function removeVisits(recorder: Recorder, pks: readonly number[]): Promise<void> {
  if (pks.length === 0) return;
  const { tx, organizationId } = recorder;
  await Promise.all([
    tx`delete from visits where organization_id = ${organizationId} and pk = any (${pks}::bigint[])`,
    noteVisitChanges(recorder, pks),
  ]);
}
