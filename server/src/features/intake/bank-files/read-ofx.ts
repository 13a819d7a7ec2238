import { bankMessages } from '@lotkeeper/contract/money/bank';
import { parseSync } from 'ofx-js';
import { parseCompactDate, parsePlainAmount, UnreadableFile } from '../files/public.ts';
import type { BankFile } from './bank-file.ts';
import { makeLineFinder, requireDollars, StatementBuilder } from './bank-file.ts';

/** The library's regular expressions take exponentially long for longer tags. */
const longestTag = 16;
/** Characters of a transaction; more are of a damaged file. */
const longestBlock = 8000;

const tag = new RegExp(`<(?!/?[A-Za-z][A-Za-z0-9._]{0,${longestTag - 1}}>)`, 'g');
const entities: Record<string, string> = { quot: '"', apos: '’', nbsp: ' ' };

/** A transaction as the library reads it: tags that aren't tags become text, and empty ones without an end go. */
function cleanBlock(block: string): string {
  const ends = new Set(Array.from(block.matchAll(/<\/([A-Za-z0-9._]+)>/g), ([, name]) => name));
  return (
    block
      .replace(/<([A-Za-z][A-Za-z0-9._]*)\s+>/g, '<$1>')
      .replace(/<[A-Za-z][A-Za-z0-9._]*\s*\/>/g, '')
      .replace(tag, '&lt;')
      .replace(/<([A-Za-z][A-Za-z0-9._]*)>(?=\s*(?:<|$))/g, (match, name: string) =>
        ends.has(name) ? match : '',
      )
      .replace(/&(quot|apos|nbsp);/g, (_, name: string) => entities[name] ?? '')
      .replace(/&#(\d{2,5});/g, (_, code: string) => String.fromCharCode(Number(code)))
      // A character may have become a tag.
      .replace(tag, '&lt;')
  );
}

type Fields = Record<string, unknown>;

/** The fields of a transaction by their names in capitals; null if it can't be read. */
function readBlock(block: string): Fields | null {
  try {
    const { OFX } = parseSync(`<OFX><STMTTRN>${cleanBlock(block)}</STMTTRN></OFX>`);
    const read = (OFX as unknown as Fields | undefined)?.STMTTRN;
    if (typeof read !== 'object' || read === null || Array.isArray(read)) return null;
    return Object.fromEntries(
      Object.entries(read).map(([name, value]) => [name.toUpperCase(), value]),
    );
  } catch {
    return null;
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

/** The payee and the note, which is often the same with more words. */
function describe({ NAME, MEMO, PAYEE }: Fields): string {
  const payee = textOf(NAME) || textOf((PAYEE as Fields | undefined)?.NAME);
  const memo = textOf(MEMO);
  return memo.startsWith(payee) ? memo : [payee, memo].filter(Boolean).join(' ');
}

interface Block {
  at: number;
  text: string;
  isCut: boolean;
}

/** The transactions of a file, each up to its end, the next one, or the end of the list; and what is between them. */
function splitBlocks(text: string): { blocks: Block[]; strays: number[] } {
  const blocks: Block[] = [];
  const strays: number[] = [];
  let start: { tagAt: number; from: number } | null = null;
  let listFrom: number | null = null;
  const finish = (to: number, isCut: boolean) => {
    if (start) blocks.push({ at: start.tagAt, text: text.slice(start.from, to), isCut });
    start = null;
  };
  const lookBetween = (to: number) => {
    if (listFrom === null) return;
    const between = text.slice(listFrom, to);
    const rest = between.replace(/<(DTSTART|DTEND)\s*>[^<]*(?:<\/\1\s*>)?/gi, (part) =>
      ' '.repeat(part.length),
    );
    const stray = rest.search(/\S/);
    if (stray >= 0) strays.push(listFrom + stray);
  };
  for (const match of text.matchAll(/<(\/?)(STMTTRN|BANKTRANLIST)\s*>/gi)) {
    const [tagText, slash, name = ''] = match;
    const isList = name.toUpperCase() === 'BANKTRANLIST';
    const end = match.index + tagText.length;
    if (start) finish(match.index, false);
    else {
      lookBetween(match.index);
      if (slash && !isList) strays.push(match.index);
    }
    listFrom = isList && slash ? null : end;
    if (!slash && !isList) start = { tagAt: match.index, from: end };
  }
  const end = text.search(/<\/OFX\s*>\s*$/i);
  finish(end < 0 ? text.length : end, end < 0);
  return { blocks, strays };
}

/** Reads OFX 1 (SGML) and OFX 2 (XML), bank accounts and credit cards alike: transaction by transaction. */
export function readOfx(text: string): BankFile {
  const statement = new StatementBuilder();
  const lineAt = makeLineFinder(text);
  const currencies = Array.from(
    text.matchAll(/<CURDEF\s*>\s*([^<\r\n]*)/gi),
    ([, code]) => code ?? '',
  );
  const { blocks, strays } = splitBlocks(text);
  if (currencies.length === 0) throw new UnreadableFile(bankMessages.noCurrency);
  for (const currency of currencies) requireDollars(currency);
  statement.setAccount(/<ACCTID\s*>\s*([^<\r\n]*)/i.exec(text)?.[1]);
  for (const at of strays) statement.refuse(lineAt(at), 'This text isn’t part of a transaction.');
  for (const [index, block] of blocks.entries()) {
    readTransaction(statement, block, { line: lineAt(block.at), name: `Transaction ${index + 1}` });
  }
  if (!/<\/OFX\s*>\s*$/i.test(text)) {
    const reason = 'The file ends early. Later transactions may be missing.';
    statement.refuse(lineAt(text.length), reason);
  }
  return statement.build('ofx');
}

function readTransaction(
  statement: StatementBuilder,
  { text, isCut }: Block,
  { line, name }: { line: number; name: string },
): void {
  if (isCut) return statement.refuse(line, `${name} ends in the middle of the file.`);
  const fields = text.length > longestBlock ? null : readBlock(text);
  if (!fields) return statement.refuse(line, `${name} is damaged.`);
  const { CURRENCY, DTPOSTED, TRNAMT } = fields;
  if (Array.isArray(DTPOSTED) || Array.isArray(TRNAMT)) {
    return statement.refuse(line, `${name} runs into another one.`);
  }
  if (CURRENCY) requireDollars(textOf((CURRENCY as Fields).CURSYM));
  const local_date = parseCompactDate(textOf(DTPOSTED));
  if (!local_date) return statement.refuse(line, `${name} has no date that can be read.`);
  const amount = parsePlainAmount(textOf(TRNAMT));
  if (amount === null) return statement.refuse(line, `${name} has no amount that can be read.`);
  statement.add({ line, local_date, amount, descriptor: describe(fields) });
}
