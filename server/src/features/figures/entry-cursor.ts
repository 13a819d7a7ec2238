import { createHash } from 'node:crypto';
import type { EntriesQuestion } from '@lotkeeper/contract/figures';
import { figureMessages } from '@lotkeeper/contract/figures';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { startOfDay } from '@lotkeeper/contract/kernel/calendar';
import { localDateText } from '@lotkeeper/contract/kernel/local-date';
import * as z from 'zod/mini';
import { wrongFields } from '../../kernel/refusal.ts';

/** Ms from 1970 to the end of the last day that can be asked about (`localDateText`). */
const lastTime = startOfDay('3000-01-01' as LocalDate, 'UTC');

const position = z.strictObject({
  /** The sum of the amounts before. */
  running: z.int(),
  /** The last entry of the page before. */
  date: localDateText,
  at: z.int().check(z.gte(0), z.lt(lastTime)),
  amount: z.int(),
  pk: z.int(),
  /** What the first page said, so that all pages add up to it. */
  total: z.nullable(z.int()),
  count: z.nullable(z.int()),
  as_of: z.int(),
  newest: z.int(),
});
export type Position = z.infer<typeof position>;

const cursor = z.tuple([z.string(), position]);

/** The question that a cursor continues. */
const printQuestion = (question: EntriesQuestion, scopePk: number) =>
  createHash('sha256')
    .update(JSON.stringify([scopePk, { ...question, cursor: null }]))
    .digest('base64url')
    .slice(0, 12);

/** Where the next page begins, as text for an address. */
export const writeCursor = (question: EntriesQuestion, scopePk: number, at: Position): string =>
  Buffer.from(JSON.stringify([printQuestion(question, scopePk), at])).toString('base64url');

/** Where a page begins; null for the first. A cursor of another question is refused. */
export function readCursor(question: EntriesQuestion, scopePk: number): Position | null {
  if (question.cursor === undefined) return null;
  const refuse = () => wrongFields({ cursor: figureMessages.cursor });
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(question.cursor, 'base64url').toString());
  } catch {
    throw refuse();
  }
  const read = cursor.safeParse(parsed);
  if (!read.success || read.data[0] !== printQuestion(question, scopePk)) throw refuse();
  return read.data[1];
}
