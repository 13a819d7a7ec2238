import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { BankReading } from '@lotkeeper/contract/money/bank';
import {
  decideBankLine,
  getBank,
  importBankFile,
  listBankPayouts,
  previewBankFile,
} from '@lotkeeper/contract/money/bank';
import type { Limiter } from '../../../kernel/access/limits.ts';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { takeFileTurn } from '../../../kernel/load/turns.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';
import type { BankFile } from '../../intake/bank-files/public.ts';
import { readBankFileInProcess } from '../../intake/bank-files/public.ts';
import {
  readRememberedColumns,
  rememberColumns,
  UnreadableFile,
} from '../../intake/files/public.ts';
import {
  listPayoutsAtBank,
  readCoverage,
  readQuestions,
  readUnknownLines,
  sumPayoutsAtBank,
} from './bank-figures.queries.ts';
import { countKnownLines, insertFile, insertLines, lockBank } from './bank-lines.queries.ts';
import { decideLine, rematch } from './bank-matches.queries.ts';

/** Files that a person may send per hour; each choice in a preview is one more. */
const filesAnHour = 300;
/** Problems of a file that an answer has. */
const shownProblems = 20;
/** Transactions that a preview shows. */
const previewLines = 10;

const refuseFile = (message: string) => new Refusal('invalid_fields', message, { file: message });

function toPreview(file: BankFile, known: number) {
  const days = file.lines.map(({ local_date }) => local_date).sort();
  const { header_hash: _, ...csv } = file.csv ?? { header_hash: '' };
  return {
    format: file.format,
    account: file.account,
    lines: file.lines.length,
    known,
    refused: file.problems.length,
    problems: file.problems.slice(0, shownProblems),
    first_date: days[0] ?? null,
    last_date: days.at(-1) ?? null,
    first: file.lines.slice(0, previewLines),
    csv: file.csv ? (csv as Omit<NonNullable<BankFile['csv']>, 'header_hash'>) : null,
  };
}

/** Adds a file's lines that aren't there yet, and matches them. */
function addFile(scope: OrganizationScope, file: BankFile, now: Instant) {
  const { organizationId } = scope;
  const { format, csv } = file;
  const lines = file.lines.length;
  const refused = file.problems.length;
  return scope.write(async (tx) => {
    await lockBank(tx, organizationId);
    const added = await insertLines(tx, organizationId, file.lines);
    const pk = await insertFile(tx, scope, { format, lines, added, refused }, now);
    if (csv) {
      const reading: BankReading = {
        columns: csv.columns.map(({ column }) => column),
        ...(csv.needs_date_order && csv.date_order ? { date_order: csv.date_order } : {}),
      };
      await rememberColumns(tx, organizationId, 'bank', { header_hash: csv.header_hash, reading });
    }
    const counts = await rematch(tx, organizationId);
    const after = { format, lines, added, refused };
    await recordAuditEntry(tx, scope, now, { act: 'create', subject: 'bank file', pk, after });
    const problems = file.problems.slice(0, shownProblems);
    return { lines, added, known: lines - added, refused, problems, ...counts };
  });
}

/** Bank files, and which payouts arrived. */
export function bankRoutes(serve: Serve, { limiter }: { limiter: Limiter }): void {
  const readFile = async (
    scope: OrganizationScope,
    { body, query, now }: { body: Uint8Array; query: BankReading; now: Instant },
  ): Promise<BankFile> => {
    await limiter.enforce(`bank file ${scope.person.pk}`, filesAnHour, now, 'uploads');
    const saved = await readRememberedColumns<BankReading>(scope, 'bank');
    try {
      return await takeFileTurn(scope.organizationId, () =>
        readBankFileInProcess({ bytes: body, reading: query, saved }),
      );
    } catch (error) {
      if (error instanceof UnreadableFile) throw refuseFile(error.message);
      throw error;
    }
  };

  serve(previewBankFile, async ({ scope, body, query, now }) => {
    const file = await readFile(scope, { body, query, now });
    return toPreview(file, await countKnownLines(scope, file.lines));
  });

  serve(importBankFile, async ({ scope, body, query, now }) => {
    const file = await readFile(scope, { body, query, now });
    const [question] = file.csv?.questions ?? [];
    if (question) throw refuseFile(question);
    return addFile(scope, file, now);
  });

  serve(getBank, async ({ scope, query, now }) => {
    const [coverage, sums, questions, unknown] = await Promise.all([
      readCoverage(scope),
      sumPayoutsAtBank(scope, { ...query, now }),
      readQuestions(scope),
      readUnknownLines(scope, query),
    ]);
    return { ...coverage, ...sums, ...questions, ...unknown };
  });

  serve(listBankPayouts, ({ scope, query, now }) => listPayoutsAtBank(scope, { ...query, now }));

  serve(decideBankLine, ({ scope, body, now }) => decideLine(scope, body, now));
}
