import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { BookingSite } from '@lotkeeper/contract/money/booking-lists';
import type { RemittanceReading } from '@lotkeeper/contract/money/remittances';
import {
  bookingsPerPage,
  downloadSiteBookings,
  downloadSiteLetter,
  getRemittances,
  importRemittance,
  listSiteBookings,
  previewRemittance,
  remittanceMessages,
  removeRemittance,
  setSiteRate,
} from '@lotkeeper/contract/money/remittances';
import type { Limiter } from '../../../kernel/access/limits.ts';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { takeFileTurn } from '../../../kernel/load/turns.ts';
import { Refusal, requireFound } from '../../../kernel/refusal.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';
import {
  readInProcess,
  readRememberedColumns,
  rememberColumns,
  UnreadableFile,
} from '../../intake/files/public.ts';
import type { RemittanceFile, RemittanceRequest } from '../../intake/remittance-files/public.ts';
import type { BookingRow } from './bookings.queries.ts';
import { countBookings, listBookings } from './bookings.queries.ts';
import {
  countMatched,
  deleteFile,
  findDays,
  findSpots,
  insertFile,
  insertLines,
  lockRemittances,
  matchOpenLines,
  takeFilePk,
} from './remittance-lines.queries.ts';
import { bookingsFile, writeLetter } from './remittances.file.ts';
import { changeRate, listFiles, listRates } from './site-rates.queries.ts';

/** Files that a person may send per hour; each choice in a preview is one more. */
const filesAnHour = 300;
/** Letters and files that a person can download per hour. */
const maxDownloads = 120;
/** Problems of a file that an answer has. */
const shownProblems = 20;
/** Bookings that a preview shows. */
const previewLines = 10;

const refuseFile = (message: string) => new Refusal('invalid_fields', message, { file: message });

const workerUrl = new URL('../../intake/remittance-files/remittance.worker.ts', import.meta.url);

function toPreview({ lines, problems, csv: form }: RemittanceFile) {
  const { header_hash: _, ...csv } = form;
  const days = lines.map(({ start }) => start).sort();
  return {
    lines: lines.length,
    refused: problems.length,
    problems: problems.slice(0, shownProblems),
    first_date: days[0] ?? null,
    last_date: days.at(-1) ?? null,
    remitted: cents(lines.reduce((sum, { remitted }) => sum + remitted, 0)),
    first: lines.slice(0, previewLines).map(({ property: _property, end: _end, ...line }) => line),
    csv,
  };
}

/** Adds a file's lines that aren't there yet, and matches them. */
function addFile(
  scope: OrganizationScope,
  { file, source, now }: { file: RemittanceFile; source: BookingSite; now: Instant },
) {
  const { organizationId } = scope;
  const { csv } = file;
  const days = findDays(file.lines);
  if (!days) throw refuseFile(remittanceMessages.noLines);
  const lines = file.lines.length;
  const refused = file.problems.length;
  return scope.write(async (tx) => {
    await lockRemittances(tx, organizationId);
    const pk = await takeFilePk(tx);
    const added = await insertLines(tx, organizationId, { source, lines: file.lines, file: pk });
    const reading = {
      columns: csv.columns.map(({ column }) => column),
      ...(csv.date_order ? { date_order: csv.date_order } : {}),
    };
    const { header_hash } = csv;
    await rememberColumns(tx, organizationId, `remittance ${source}`, { header_hash, reading });
    await matchOpenLines(tx, organizationId, source);
    const spot_pks = await findSpots(tx, organizationId, { source, lines: file.lines });
    const counts = { source, lines, added, refused };
    const { unread, is_complete } = file;
    const coverage = { ...days, spot_pks, unread, is_complete };
    await insertFile(tx, scope, { pk, ...counts, ...coverage }, now);
    const { first_date: first, last_date: last } = days;
    const matched = await countMatched(tx, organizationId, { source, first, last });
    await recordAuditEntry(tx, scope, now, {
      act: 'create',
      subject: 'remittance file',
      pk,
      name: source,
      after: { source, first_date: first, last_date: last, lines, added, refused },
    });
    const problems = file.problems.slice(0, shownProblems);
    return { lines, added, known: lines - added, refused, problems, matched, first_date: first };
  });
}

/** Takes a file back. */
const removeFile = (scope: OrganizationScope, pk: number, now: Instant) =>
  scope.write(async (tx) => {
    await lockRemittances(tx, scope.organizationId);
    const { removed, ...before } = requireFound(
      await deleteFile(tx, scope.organizationId, pk),
      'remittance file',
    );
    await matchOpenLines(tx, scope.organizationId, before.source);
    await recordAuditEntry(tx, scope, now, {
      act: 'remove',
      subject: 'remittance file',
      pk,
      name: before.source,
      before,
    });
    return { removed };
  });

const toBooking = ({
  state: _state,
  stayed_longer: _longer,
  kept_more: _more,
  kept_less: _less,
  paid_less: _below,
  paid_more: _above,
  other_property: _property,
  ...booking
}: BookingRow) => booking;

/** What booking sites remitted, and what of it matches. */
export function remittancesRoutes(serve: Serve, { limiter }: { limiter: Limiter }): void {
  const readFile = async (
    scope: OrganizationScope,
    {
      body,
      query: { source, ...reading },
      now,
    }: { body: Uint8Array; query: RemittanceReading & { source: BookingSite }; now: Instant },
  ): Promise<RemittanceFile> => {
    await limiter.enforce(`remittance ${scope.person.pk}`, filesAnHour, now, 'uploads');
    const request: RemittanceRequest = {
      bytes: body,
      reading,
      saved: await readRememberedColumns<RemittanceReading>(scope, `remittance ${source}`),
    };
    try {
      return await takeFileTurn(scope.organizationId, () =>
        readInProcess<RemittanceFile>(workerUrl, request),
      );
    } catch (error) {
      if (error instanceof UnreadableFile) throw refuseFile(error.message);
      throw error;
    }
  };

  serve(previewRemittance, async ({ scope, ...request }) =>
    toPreview(await readFile(scope, request)),
  );

  serve(importRemittance, async ({ scope, body, query, now }) => {
    const file = await readFile(scope, { body, query, now });
    const [question] = file.csv.questions;
    if (question) throw refuseFile(question);
    return addFile(scope, { file, source: query.source, now });
  });

  serve(removeRemittance, ({ scope, params, now }) => removeFile(scope, params.file, now));

  serve(getRemittances, async ({ scope, query, now }) => {
    const days = { first: query.month, last: addDays(addMonths(query.month, 1), -1) };
    const [lists, files, rates] = await Promise.all([
      countBookings(scope, { ...query, now }),
      listFiles(scope, { ...days, source: query.source }),
      listRates(scope),
    ]);
    return { lists, files, rates };
  });

  serve(listSiteBookings, async ({ scope, query: { list, cursor, ...question }, now }) => {
    const [date = '', key = ''] = cursor?.split('.') ?? [];
    const rows = await listBookings(
      scope,
      { ...question, now },
      { list, after: cursor ? { date, key } : null, limit: bookingsPerPage + 1 },
    );
    const results = rows.slice(0, bookingsPerPage);
    const last = results.at(-1);
    const next = rows.length > bookingsPerPage && last ? `${last.local_date}.${last.key}` : null;
    return { results: results.map(toBooking), next };
  });

  serve(setSiteRate, ({ scope, body, now }) => changeRate(scope, body, now));

  const enforceDownloads = (scope: OrganizationScope, now: Instant) =>
    limiter.enforce(`site letters ${scope.person.pk}`, maxDownloads, now, 'downloads');

  serve(downloadSiteBookings, async ({ scope, query: { month, source }, now }) => {
    await enforceDownloads(scope, now);
    return bookingsFile(scope, { month, source, now });
  });

  serve(downloadSiteLetter, async ({ scope, query: { month, source }, now }) => {
    await enforceDownloads(scope, now);
    return writeLetter(scope, { month, source, now });
  });
}
