import type { LineProblem } from '@lotkeeper/contract/intake/csv-reading';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import type { BankFormat, CsvForm } from '@lotkeeper/contract/money/bank';
import { bankMessages, maxBankFileLines } from '@lotkeeper/contract/money/bank';
import { UnreadableFile } from '../files/public.ts';
import { cleanDescriptor } from './descriptor.rules.ts';

/** A transaction, with the line of the file that it begins in. */
export interface StatementLine {
  line: number;
  local_date: LocalDate;
  amount: Cents;
  descriptor: string;
}

/** What a file says: its transactions, and each line that isn't understood. */
export interface BankFile {
  format: BankFormat;
  /** The last four digits of the account. */
  account: string | null;
  lines: StatementLine[];
  problems: LineProblem[];
  csv: (CsvForm & { header_hash: string }) | null;
}

/** Collects what a reader finds. */
export class StatementBuilder {
  readonly lines: StatementLine[] = [];
  readonly problems: LineProblem[] = [];
  account: string | null = null;

  add(line: StatementLine): void {
    if (this.lines.length >= maxBankFileLines) throw new UnreadableFile(bankMessages.tooManyLines);
    this.lines.push({ ...line, descriptor: cleanDescriptor(line.descriptor) });
  }

  refuse(line: number, reason: string): void {
    this.problems.push({ line, reason });
  }

  setAccount(number: string | undefined): void {
    const digits = (number ?? '').replace(/[^A-Za-z0-9]/g, '');
    if (digits) this.account ??= digits.slice(-4);
  }

  build(format: BankFormat): BankFile {
    const { lines, problems, account } = this;
    const sorted = problems.sort((a, b) => a.line - b.line);
    return { format, account, lines, problems: sorted, csv: null };
  }
}

/** Refuses any currency but US dollars. */
export function requireDollars(currency: string): void {
  const code = currency.trim().toUpperCase();
  if (code !== 'USD') {
    const isCode = /^[A-Z]{3}$/.test(code);
    throw new UnreadableFile(isCode ? bankMessages.currency(code) : bankMessages.noCurrency);
  }
}

/** Finds the line of a position in a text. */
export function makeLineFinder(text: string): (position: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (position) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= position) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}
