import { historyMessages, historyUndoDays } from '@lotkeeper/contract/intake/history';
import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import { historySource } from '@lotkeeper/contract/money/payout-words';
import type { Tx } from '../../../kernel/data/database.ts';
import { defineJob } from '../../../kernel/data/jobs.ts';
import { listClosedMonths } from '../../../records/money/month-closings.ts';
import { undoHistory } from '../../../records/money/undone-history.ts';
import { muteWebhooks } from '../../../records/platform/webhook-events.ts';
import type { Recorder } from '../../../records/recorder.ts';
import { ItemsClash, openRecorder } from '../../../records/recorder.ts';
import type {
  ImportDeps,
  ImportKey,
  ImportKind,
  Recorded,
  RefusedRow,
  UndoingImport,
} from '../files/public.ts';
import type { FoundHistory, HistoryRows, RowNames } from './history-rows.ts';
import { readHistoryRows } from './history-rows.ts';
import { listHistorySpots, toRowReading } from './history-spots.queries.ts';
import type { NamedItem } from './record-history.ts';
import { describeRefusal, recordHistory, sumRecorded } from './record-history.ts';

const usualUndoneAtOnce = 500;

interface Work {
  importKey: ImportKey;
  found: FoundHistory;
  touched: Set<number>;
}

const toRefused = ({ line, cells }: NamedItem, reason: string): RefusedRow => ({
  line,
  reason,
  cells: cells.map((cell) => cell.replaceAll('\0', '')),
});

function findDays(recorder: Recorder, rows: readonly NamedItem[]) {
  const days = rows.map(({ item }) => toLocalDate(item.paid_at, recorder.timezoneOf(item.spot_pk)));
  const pick = (isBetter: (a: LocalDate, b: LocalDate) => boolean) =>
    days.reduce<LocalDate | null>(
      (best, day) => (best === null || isBetter(day, best) ? day : best),
      null,
    );
  return { first_day: pick((a, b) => a < b), last_day: pick((a, b) => a > b) };
}

/** Keeps what an import recorded, for its undo. */
async function keepRecords(
  tx: Tx,
  { organization_id, import_pk }: ImportKey,
  records: readonly { kind: 'entry' | 'rental'; record_pk: number }[],
): Promise<void> {
  if (records.length === 0) return;
  await tx`
    insert into history_records (organization_id, import_pk, kind, record_pk)
    select ${organization_id}, ${import_pk}, kind, record_pk
    from json_populate_recordset(null::history_records, ${JSON.stringify(records)}::text::json)
    order by kind, record_pk`;
}

/** Whether an import of the organization was undone: names may be taken then. */
async function hasUndoneImport(tx: Tx, { organization_id }: ImportKey): Promise<boolean> {
  const [row] = await tx<[{ has_undone: boolean }]>`
    select exists (
      select from history_imports
      where organization_id = ${organization_id} and undo_state in ('running', 'done')) as has_undone`;
  return row.has_undone;
}

/** Records some rows; what becomes of each is the progress of the import. */
async function recordRows(
  tx: Tx,
  { importKey, found, touched }: Work,
  { rows, refused, repeated }: HistoryRows,
  now: Instant,
): Promise<Recorded> {
  const kind = found.kinds[found.pass] ?? 'rental';
  const spots = [...new Set(rows.map(({ item }) => item.spot_pk))];
  const recorder = await openRecorder(tx, importKey.organization_id, spots);
  const hasUndone = await hasUndoneImport(tx, importKey);
  const outcomes = await recordHistory(recorder, { kind, rows, hasUndone, now });
  const recorded = rows.filter((_, index) => outcomes[index]?.outcome === 'recorded');
  for (const { item } of recorded) touched.add(item.spot_pk);
  const turnedDown = rows.flatMap((row, index) => {
    const outcome = outcomes[index];
    return outcome?.outcome === 'refused' ? [toRefused(row, describeRefusal(outcome))] : [];
  });
  const record = kind === 'rental' ? ('rental' as const) : ('entry' as const);
  await keepRecords(
    tx,
    importKey,
    outcomes.flatMap((outcome) =>
      outcome.outcome === 'recorded' ? [{ kind: record, record_pk: outcome.pk }] : [],
    ),
  );
  const unchanged = rows.length - recorded.length - turnedDown.length + repeated;
  const { gross, refunds } = sumRecorded(recorded);
  const { first_day, last_day } = findDays(recorder, recorded);
  return {
    refused: [...refused, ...turnedDown],
    counts: tx`recorded = recorded + ${recorded.length}, unchanged = unchanged + ${unchanged},
      gross = gross + ${gross}, refunds = refunds + ${refunds},
      first_day = least(first_day, ${first_day}::date), last_day = greatest(last_day, ${last_day}::date)`,
  };
}

/**
 * Takes the next records of an import: entries that came later first, as they belong to the rentals. They are deleted
 * by their keys, since a join of rows without statistics may be planned as nested loops.
 */
async function takeRecords(
  tx: Tx,
  { organization_id, pk: import_pk }: UndoingImport,
  most: number,
): Promise<{ kind: 'entry' | 'rental'; record_pk: number }[]> {
  const ofImport = tx`organization_id = ${organization_id} and import_pk = ${import_pk}`;
  const records = await tx<{ kind: 'entry' | 'rental'; record_pk: number }[]>`
    select kind, record_pk from history_records where ${ofImport}
    order by kind, record_pk limit ${tx.literal(most)}`;
  for (const kind of ['entry', 'rental'] as const) {
    const pks = records.filter((record) => record.kind === kind).map(({ record_pk }) => record_pk);
    if (pks.length === 0) continue;
    await tx`
      delete from history_records
      where ${ofImport} and kind = ${kind} and record_pk = any (${pks}::bigint[])`;
  }
  return records;
}

/** Rows without those that conflict with what is recorded, which are refused; null if none does. */
function withoutClash(batch: HistoryRows, error: unknown): HistoryRows | null {
  if (!(error instanceof ItemsClash) || error.refused.size === 0) return null;
  const clashing = [...error.refused].flatMap(([index, why]) => {
    const row = batch.rows[index];
    return row ? [toRefused(row, describeRefusal(why))] : [];
  });
  const rows = batch.rows.filter((_, index) => !error.refused.has(index));
  return { ...batch, rows, refused: [...batch.refused, ...clashing] };
}

/** The names of rows that this process has read, of the import that it worked on last. */
const lastNames = new WeakMap<ImportDeps, { key: string; names: RowNames }>();

/** What another system recorded: rentals, payments, refunds and monthly drivers, one kind after the other. */
export const historyFiles: ImportKind<FoundHistory, HistoryRows> = {
  imports: 'history_imports',
  refusedRows: 'refused_history_rows',
  subject: 'history import',
  noun: 'import',
  alert: { subject: 'history import', what: 'history' },
  job: defineJob<ImportKey>('import_history'),
  columns: ['reading', 'kinds', 'pass', 'head_bytes', 'head_lines'],

  async open(deps, importKey, found) {
    const { database, clock, publish } = deps;
    const { organization_id: organizationId, import_pk } = importKey;
    const spots = await listHistorySpots(database.system, organizationId);
    const months = await listClosedMonths(database.system, organizationId);
    const closed = months.map(({ month }) => month);
    // What was in the past when the import began still is: each pass decides alike.
    const reading = toRowReading(found.reading, { spots, closed, now: found.started_at });
    const work: Work = { importKey, found, touched: new Set() };
    const keyAt = (bytes: number) => `${organizationId} ${import_pk} ${found.pass} ${bytes}`;
    const last = lastNames.get(deps);
    lastNames.delete(deps);
    const known = last?.key === keyAt(found.done_bytes) ? last.names : null;
    return {
      rows: readHistoryRows(deps, found, reading, known),
      async record(tx, batch, onSent) {
        await muteWebhooks(tx);
        const recording = recordRows(tx, work, batch, clock());
        onSent();
        return await recording;
      },
      withoutClash,
      onKept({ names, to }, isLast) {
        // Nothing is read ahead of rows after which the import is released.
        if (isLast) lastNames.set(deps, { key: keyAt(to.bytes), names });
      },
      ...(found.pass + 1 < found.kinds.length && {
        startNextPass: (tx: Tx) => tx`
          update history_imports set pass = pass + 1, done_bytes = head_bytes, done_lines = head_lines
          where organization_id = ${organizationId} and pk = ${import_pk}`,
      }),
      publish() {
        for (const pk of work.touched) publish('server:newRecords', { organizationId, pk });
      },
    };
  },

  undo: {
    job: defineJob<ImportKey>('undo_history'),
    ms: historyUndoDays * dayMs,
    records: 'history_records',
    async takeBack(tx, undoing, { clock, undoneAtOnce = usualUndoneAtOnce }) {
      const records = await takeRecords(tx, undoing, undoneAtOnce);
      if (records.length === 0) return null;
      const pick = (kind: 'entry' | 'rental') =>
        records.filter((record) => record.kind === kind).map(({ record_pk }) => record_pk);
      await muteWebhooks(tx);
      const recorder = await openRecorder(tx, undoing.organization_id, []);
      const undone = { entries: pick('entry'), rentals: pick('rental'), source: historySource };
      const left = await undoHistory(recorder, undone, clock());
      return {
        counts: tx`undone = undone + ${records.length - left}, undo_kept = undo_kept + ${left}`,
      };
    },
    messages: {
      running: historyMessages.undoRunning,
      done: historyMessages.undone,
      expired: historyMessages.undoExpired,
    },
  },
};
