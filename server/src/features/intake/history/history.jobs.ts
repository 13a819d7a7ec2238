import { randomUUID } from 'node:crypto';
import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { Clock } from '../../../kernel/clock.ts';
import type { Database, Tx } from '../../../kernel/data/database.ts';
import type { FileStore } from '../../../kernel/data/files.ts';
import type { JobHandler } from '../../../kernel/data/jobs.ts';
import { defineJob, handleJob } from '../../../kernel/data/jobs.ts';
import type { Publish } from '../../../kernel/http/live.ts';
import { listClosedMonths } from '../../../records/money/month-closings.ts';
import { undoHistory } from '../../../records/money/undone-history.ts';
import { muteWebhooks } from '../../../records/platform/webhook-events.ts';
import type { Recorder } from '../../../records/recorder.ts';
import { ItemsClash, openRecorder } from '../../../records/recorder.ts';
import type { ImportKey, NextStep, RefusedRow } from '../files/public.ts';
import { workInSlices } from '../files/public.ts';
import {
  historyJob,
  historyLeases,
  historyUndoJob,
  queueHistory,
  queueHistoryUndo,
} from './history-imports.queries.ts';
import type { RowReading } from './history-row.rules.ts';
import type { HistoryRows, RowNames } from './history-rows.ts';
import { readHistoryRows } from './history-rows.ts';
import { listHistorySpots, toRowReading } from './history-spots.queries.ts';
import type { ClaimedHistory, HistoryStep } from './history-working.queries.ts';
import {
  claimHistory,
  countHistoryUndone,
  finishHistoryUndo,
  listUnfinishedHistoryUndos,
  lockHistoryUndo,
  removeOldRecords,
  startNextPass,
  takeRecords,
  writeHistoryStep,
} from './history-working.queries.ts';
import type { NamedItem } from './record-history.ts';
import { describeRefusal, recordHistory, sumRecorded } from './record-history.ts';

interface Deps {
  database: Database;
  clock: Clock;
  files: FileStore;
  publish: Publish;
  /** Rows that one transaction records, and bytes of the file that are read at a time. */
  rowsAtOnce?: number;
  pieceBytes?: number;
  /** Records that one transaction takes back. */
  undoneAtOnce?: number;
}

/** An import that this many workers started without recording a row has failed. */
const maxTries = 10;
const usualUndoneAtOnce = 500;
const sliceMs = 3000;

/** Removes the file of an import that is over. */
async function dropFile(
  { database, files }: Omit<Deps, 'publish'>,
  importKey: ImportKey,
  file: string,
) {
  await files.remove(file);
  await historyLeases.forgetFile(database.system, importKey);
}

interface Work {
  importKey: ImportKey;
  worker: string;
  claimed: ClaimedHistory;
  reading: RowReading;
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

/** Records some rows; what becomes of each is the progress of the import. */
async function recordRows(
  tx: Tx,
  { importKey, claimed, touched }: Work,
  { rows, refused, repeated, to }: HistoryRows,
  now: Instant,
): Promise<HistoryStep> {
  const kind = claimed.kinds[claimed.pass] ?? 'rental';
  const spots = [...new Set(rows.map(({ item }) => item.spot_pk))];
  const recorder = await openRecorder(tx, importKey.organization_id, spots);
  const hasUndone = claimed.has_undone;
  const outcomes = await recordHistory(recorder, { kind, rows, hasUndone, now });
  const recorded = rows.filter((_, index) => outcomes[index]?.outcome === 'recorded');
  for (const { item } of recorded) touched.add(item.spot_pk);
  const turnedDown = rows.flatMap((row, index) => {
    const outcome = outcomes[index];
    return outcome?.outcome === 'refused' ? [toRefused(row, describeRefusal(outcome))] : [];
  });
  const record = kind === 'rental' ? ('rental' as const) : ('entry' as const);
  return {
    to,
    recorded: recorded.length,
    unchanged: rows.length - recorded.length - turnedDown.length + repeated,
    refused: [...refused, ...turnedDown],
    ...sumRecorded(recorded),
    ...findDays(recorder, recorded),
    records: outcomes.flatMap((outcome) =>
      outcome.outcome === 'recorded' ? [{ kind: record, record_pk: outcome.pk }] : [],
    ),
  };
}

/** Records some rows and stores the import's progress; false when another worker has taken over. */
function keepStep({ database, clock }: Deps, work: Work, rows: HistoryRows, next: NextStep) {
  const { importKey, worker } = work;
  return database.system.begin(async (tx) => {
    if (!(await historyLeases.hold(tx, importKey, worker))) return false;
    await muteWebhooks(tx);
    await writeHistoryStep(tx, importKey, await recordRows(tx, work, rows, clock()), clock());
    if (next === 'go on') return true;
    await historyLeases.release(tx, importKey);
    await queueHistory(tx, importKey, clock());
    return true;
  });
}

/** Like `keepStep`; rows that conflict with what is recorded are refused, and the others tried again without them. */
async function keepRows(
  deps: Deps,
  work: Work,
  rows: HistoryRows,
  next: NextStep,
): Promise<boolean> {
  try {
    return await keepStep(deps, work, rows, next);
  } catch (error) {
    if (!(error instanceof ItemsClash) || error.refused.size === 0) throw error;
    const clashing = [...error.refused].flatMap(([index, why]) => {
      const row = rows.rows[index];
      return row ? [toRefused(row, describeRefusal(why))] : [];
    });
    const others = rows.rows.filter((_, index) => !error.refused.has(index));
    return keepRows(
      deps,
      work,
      { ...rows, rows: others, refused: [...rows.refused, ...clashing] },
      next,
    );
  }
}

/** The names of rows that this process has read, of the import it worked on last. */
interface KnownNames {
  key: string;
  names: RowNames;
}

/**
 * Records the rows of an uploaded export, one kind after the other. Rows and progress are written in one transaction,
 * so that a process can be killed at any point: the next worker continues after the last recorded row.
 */
export function makeHistoryImporter(deps: Deps): JobHandler<typeof historyJob> {
  const { database, clock, publish } = deps;
  const { system } = database;
  let lastNames: KnownNames | null = null;
  return async (importKey) => {
    const worker = randomUUID();
    const claimed = await claimHistory(system, importKey, worker, clock());
    if (!claimed) return;
    const { organization_id: organizationId, import_pk } = importKey;
    const end = async (state: 'done' | 'failed') => {
      await historyLeases.finish(system, importKey, state, clock());
      await dropFile(deps, importKey, claimed.file);
    };
    if (claimed.tries > maxTries) return end('failed');
    const spots = await listHistorySpots(system, organizationId);
    const months = await listClosedMonths(system, organizationId);
    const closed = months.map(({ month }) => month);
    // What was in the past when the import began still is: each pass decides alike.
    const reading = toRowReading(claimed.reading, { spots, closed, now: claimed.started_at });
    const work: Work = { importKey, worker, claimed, reading, touched: new Set() };
    const keyAt = (pass: number, bytes: number) =>
      `${organizationId} ${import_pk} ${pass} ${bytes}`;
    const known =
      lastNames?.key === keyAt(claimed.pass, claimed.done_bytes) ? lastNames.names : null;
    lastNames = null;
    const rows = readHistoryRows(deps, claimed, reading, known);
    const isDone = await workInSlices(clock, rows, async ({ names, ...batch }, next, onSent) => {
      const keeping = keepRows(deps, work, batch, next);
      onSent();
      const isKept = await keeping;
      // Nothing is read ahead of rows after which the import is released.
      if (isKept && next === 'let go') {
        lastNames = { key: keyAt(claimed.pass, batch.to.bytes), names };
      }
      return isKept;
    });
    for (const pk of work.touched) publish('server:newRecords', { organizationId, pk });
    if (!isDone) return;
    if (claimed.pass + 1 >= claimed.kinds.length) return end('done');
    await system.begin(async (tx) => {
      if (!(await historyLeases.hold(tx, importKey, worker))) return;
      await startNextPass(tx, importKey);
      await queueHistory(tx, importKey, clock());
    });
  };
}

/** Takes back the next records of an import; true when there are none left. */
function undoBatch(
  { database, clock, undoneAtOnce = usualUndoneAtOnce }: Deps,
  importKey: ImportKey,
): Promise<boolean> {
  return database.system.begin(async (tx) => {
    if (!(await lockHistoryUndo(tx, importKey))) return true;
    const records = await takeRecords(tx, importKey, undoneAtOnce);
    if (records.length === 0) {
      await finishHistoryUndo(tx, importKey, clock());
      return true;
    }
    const pick = (kind: 'entry' | 'rental') =>
      records.filter((record) => record.kind === kind).map(({ record_pk }) => record_pk);
    await muteWebhooks(tx);
    const recorder = await openRecorder(tx, importKey.organization_id, []);
    const left = await undoHistory(recorder, { entries: pick('entry'), rentals: pick('rental') });
    await countHistoryUndone(tx, importKey, { undone: records.length - left, kept: left });
    return false;
  });
}

/** Undoes an import. Each batch is one transaction, so that a process can be killed at any point. */
export function makeHistoryUndoer(deps: Deps): JobHandler<typeof historyUndoJob> {
  const { database, clock } = deps;
  return async (importKey) => {
    const until = clock() + sliceMs;
    for (;;) {
      if (await undoBatch(deps, importKey)) return;
      if (clock() < until) continue;
      await database.system.begin((tx) => queueHistoryUndo(tx, importKey, clock()));
      return;
    }
  };
}

/** Runs every minute, and when a process starts. */
const historySweep = defineJob('sweep_history', { every: minuteMs });

/** Resumes imports and undos that no worker holds, and removes what is old. */
export function makeHistorySweeper(deps: Omit<Deps, 'publish'>) {
  const { database, clock } = deps;
  const { system } = database;
  return async () => {
    for (const { free_at, ...importKey } of await historyLeases.listUnfinished(system))
      await system.begin((tx) => queueHistory(tx, importKey, free_at));
    for (const { file, ...importKey } of await historyLeases.listLeftFiles(system))
      await dropFile(deps, importKey, file);
    await historyLeases.removeOldRefused(system, clock());
    for (const importKey of await listUnfinishedHistoryUndos(system))
      await system.begin((tx) => queueHistoryUndo(tx, importKey, clock()));
    await removeOldRecords(system, clock());
  };
}

export const historyJobs = [
  handleJob(historyJob, makeHistoryImporter),
  handleJob(historySweep, makeHistorySweeper),
  handleJob(historyUndoJob, makeHistoryUndoer),
];
