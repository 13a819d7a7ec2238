import { createHash } from 'node:crypto';
import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { addMonths, startOfDay, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { BodyOf } from '@lotkeeper/contract/kernel/endpoint';
import type { BookExport, createBookExport } from '@lotkeeper/contract/money/books';
import { bookMessages, isAccountNumber, maxBookFiles } from '@lotkeeper/contract/money/books';
import type { WholeOrganizationScope } from '../../../kernel/access/scope.ts';
import type { Tx } from '../../../kernel/data/database.ts';
import type { Download } from '../../../kernel/http/downloads.ts';
import { inFileName } from '../../../kernel/http/downloads.ts';
import { must } from '../../../kernel/must.ts';
import { Refusal, requireFound } from '../../../kernel/refusal.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';
import { readJournalAccounts } from './book-accounts.queries.ts';
import type { Months, StoredExport } from './book-exports.queries.ts';
import {
  insertExport,
  listOverlapping,
  listWithCorrections,
  lockExports,
  markReplaced,
  readSnapshot,
} from './book-exports.queries.ts';
import { countLines, writeBooks } from './books.file.ts';
import {
  buildSums,
  findAccount,
  findCorrections,
  fromStored,
  isMoved,
  listLines,
  noAmounts,
  requireBalance,
  sumDebits,
  toStored,
} from './books.rules.ts';
import type { ExportContent } from './journals.rules.ts';
import { labelLine } from './journals.rules.ts';

const monthFormat = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** July 2026; July 2026 – September 2026 */
function describeMonths({ first_month, last_month }: Months): string {
  const [first, last] = [first_month, last_month].map((month) =>
    monthFormat.format(startOfDay(month, 'UTC')),
  );
  return first === last ? `${first}` : `${first} – ${last}`;
}

async function hashFiles(files: readonly Download[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files) {
    const content = await file.content();
    if (Buffer.isBuffer(content)) hash.update(content);
    else for await (const piece of content) hash.update(piece as Buffer);
  }
  return hash.digest('hex');
}

/** The files of an export; `months` name them. */
export function writeExport(months: Months, content: ExportContent): Download[] {
  const { first_month, last_month } = months;
  const words = [
    'journal',
    ...(content.correction === null ? [] : ['corrections', content.correction]),
    content.format,
    first_month.slice(0, 7),
    ...(last_month === first_month ? [] : [last_month.slice(0, 7)]),
  ];
  return writeBooks(inFileName(words.join(' ')), content);
}

export const toContent = ({ sums, ...stored }: StoredExport): ExportContent => ({
  ...stored,
  sums: sums.map(fromStored),
});

interface Recording {
  months: Months;
  content: ExportContent;
  corrects: number | null;
  newest_entry: number;
  history_left_out: number;
}

/** Refuses names of accounts where the program takes numbers alone. */
function requireNumbers({ format, accounts, sums }: ExportContent): void {
  if (format !== 'xero') return;
  const lines = sums.flatMap(({ amounts }) => listLines(amounts));
  const needed = lines.map((line) => [line in accounts ? line : 'tax', 1]);
  const unnumberedLines = listLines({ ...noAmounts, ...Object.fromEntries(needed) }).filter(
    (line) => !isAccountNumber(findAccount(accounts, line)),
  );
  if (unnumberedLines.length === 0) return;
  const message = `${bookMessages.numbers(unnumberedLines.map(labelLine))} Nothing was exported.`;
  throw new Refusal('conflict', message);
}

/** Checks that the journals balance, that a program takes them, and that they fit into files, and records them. */
async function recordExport(
  tx: Tx,
  scope: WholeOrganizationScope,
  { months, content, ...record }: Recording,
  now: Instant,
): Promise<BookExport> {
  requireNumbers(content);
  requireBalance(content.sums, new Map(content.properties.map(({ pk, name }) => [pk, name])));
  const files = writeExport(months, content);
  if (files.length > maxBookFiles) throw new Refusal('conflict', bookMessages.files);
  const exported = await insertExport(
    tx,
    scope,
    {
      ...record,
      ...months,
      content,
      stored: content.sums.map(toStored),
      files: files.length,
      lines: countLines(content),
      debits: sumDebits(content.sums),
      file_hash: await hashFiles(files),
    },
    now,
  );
  const { pk, format, file_hash } = exported;
  await recordAuditEntry(tx, scope, now, {
    act: 'create',
    subject: 'books',
    pk,
    name: `${record.corrects === null ? 'export' : 'corrections'} of ${describeMonths(months)}`,
    after: { format, file_hash, replaced: null },
  });
  return exported;
}

/** Refuses months that were exported before, or marks those exports as replaced. */
async function settleEarlier(
  tx: Tx,
  scope: WholeOrganizationScope,
  { replace, ...months }: Months & { replace?: boolean | undefined },
  now: Instant,
): Promise<void> {
  const earlier = await listOverlapping(tx, scope, months);
  const [first] = earlier;
  if (!first) return;
  if (!replace) {
    const when = dayFormat.format(first.created_at);
    throw new Refusal(
      'conflict',
      `${describeMonths(first)} was already exported on ${when} by ${first.created_by}. Download that export again, export its corrections, or replace it.`,
      { first_month: 'Already exported' },
    );
  }
  const isInside = ({ first_month, last_month }: Months) =>
    first_month >= months.first_month && last_month <= months.last_month;
  if (!earlier.every(isInside)) throw new Refusal('conflict', bookMessages.outside);
  await markReplaced(
    tx,
    scope,
    earlier.map(({ pk }) => pk),
    now,
  );
}

/** Today at each property, the earliest first. */
function listDays(spots: readonly { timezone: TimeZone }[], now: Instant): LocalDate[] {
  const zones = spots.length > 0 ? spots.map(({ timezone }) => timezone) : ['UTC' as TimeZone];
  return zones.map((zone) => toLocalDate(now, zone)).sort();
}

const toProperties = (
  spots: readonly { pk: number; name: string }[],
  sums: ExportContent['sums'],
) => {
  const used = new Set(sums.map(({ spot }) => spot));
  return spots.filter(({ pk }) => used.has(pk)).map(({ pk, name }) => ({ pk, name }));
};

/** Properties as the exports of some months called them, for the same classes; those that are new by their names of today. */
function keepNames(
  exports: readonly Pick<ExportContent, 'properties'>[],
  today: ExportContent['properties'],
): ExportContent['properties'] {
  const all = [...exports.flatMap(({ properties }) => properties), ...today];
  return all.filter(({ pk }, index) => all.findIndex((other) => other.pk === pk) === index);
}

/** Exports the journals of whole months that are over, as of one time. */
export const exportMonths = (
  scope: WholeOrganizationScope,
  { first_month, last_month, replace, ...chosen }: BodyOf<typeof createBookExport>,
  now: Instant,
): Promise<BookExport> =>
  scope.write(async (tx) => {
    const months = { first_month, last_month };
    await lockExports(tx, scope);
    const snapshot = await readSnapshot(tx, scope, months, { ...chosen, booked: 0 });
    const earliestToday = must(listDays(snapshot.spots, now)[0], 'today');
    if (earliestToday < addMonths(last_month, 1)) {
      throw new Refusal('conflict', bookMessages.open);
    }
    await settleEarlier(tx, scope, { ...months, replace }, now);
    const sums = buildSums(snapshot.spots, snapshot.payouts);
    const { newest_entry, history_left_out } = snapshot;
    if (sums.length === 0) {
      const { empty, onlyHistory } = bookMessages;
      throw new Refusal('conflict', history_left_out === 0 ? empty : onlyHistory(history_left_out));
    }
    const content: ExportContent = {
      ...chosen,
      correction: null,
      dated: null,
      accounts: await readJournalAccounts(tx, scope),
      properties: toProperties(snapshot.spots, sums),
      sums,
    };
    const record = { months, content, corrects: null, newest_entry, history_left_out };
    return recordExport(tx, scope, record, now);
  });

/**
 * Exports what changed in an export's months since then, as journals dated today. Imported history that an earlier version
 * exported stays as it is: only a replacement takes it out.
 */
export const exportCorrections = (
  scope: WholeOrganizationScope,
  pk: number,
  now: Instant,
): Promise<BookExport> =>
  scope.write(async (tx) => {
    await lockExports(tx, scope);
    const all = await listWithCorrections(tx, scope, pk);
    const original = requireFound(
      all.find((stored) => stored.pk === pk),
      'export',
    );
    if (original.corrects !== null) throw new Refusal('conflict', bookMessages.corrects);
    if (original.replaced_at !== null) throw new Refusal('conflict', bookMessages.replaced);
    const { first_month, last_month, format, grouping, property_field } = original;
    const months = { first_month, last_month };
    const booked = Math.max(
      0,
      ...all.flatMap((stored) => (stored.history_left_out === null ? [stored.newest_entry] : [])),
    );
    const snapshot = await readSnapshot(tx, scope, months, { grouping: 'month', booked });
    const accounts = await readJournalAccounts(tx, scope);
    const sums = findCorrections(
      buildSums(snapshot.spots, snapshot.payouts),
      all.flatMap((stored) => stored.sums.map(fromStored)),
    ).filter((sum) => isMoved(sum, accounts));
    if (sums.length === 0) throw new Refusal('conflict', bookMessages.unchanged);
    const content: ExportContent = {
      format,
      grouping,
      property_field,
      correction: all.length,
      dated: must(listDays(snapshot.spots, now).at(-1), 'today'),
      accounts,
      properties: keepNames(all, toProperties(snapshot.spots, sums)),
      sums,
    };
    const { newest_entry, history_left_out } = snapshot;
    const record = { months, content, corrects: pk, newest_entry, history_left_out };
    return recordExport(tx, scope, record, now);
  });
