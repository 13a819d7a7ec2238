import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { startOfDay } from '@lotkeeper/contract/kernel/calendar';
import { localDateText } from '@lotkeeper/contract/kernel/local-date';
import type { EntriesQuestion } from '@lotkeeper/contract/money/figures';
import { figureMessages } from '@lotkeeper/contract/money/figures';
import * as z from 'zod/mini';
import type { SecretBox } from '../../../kernel/access/secrets.ts';
import { wrongFields } from '../../../kernel/refusal.ts';

/** Ms from 1970 to the end of the last day that a question may include (`localDateText`). */
const lastTime = startOfDay('3000-01-01' as LocalDate, 'UTC');

const position = z.strictObject({
  /** The sum of the amounts on earlier pages. */
  running: z.int(),
  /** The last entry of the previous page. */
  date: localDateText,
  at: z.int().check(z.gte(0), z.lt(lastTime)),
  amount: z.int(),
  pk: z.int(),
  /** The totals of the first page, so that all pages add up to them. */
  total: z.nullable(z.int()),
  count: z.nullable(z.int()),
  as_of: z.int(),
  newest: z.int(),
});
export type Position = z.infer<typeof position>;

/** Signs a position together with its question, so that the numbers in a cursor are ours. */
const sign = (secretBox: SecretBox, question: EntriesQuestion, scopePk: number, text: string) =>
  secretBox
    .hash('ledger cursor', JSON.stringify([scopePk, { ...question, cursor: null }, text]))
    .toString('base64url')
    .slice(0, 22);

/** Encodes where the next page starts, for a URL. */
export function writeCursor(
  secretBox: SecretBox,
  question: EntriesQuestion,
  scopePk: number,
  at: Position,
): string {
  const text = Buffer.from(JSON.stringify(at)).toString('base64url');
  return `${text}.${sign(secretBox, question, scopePk, text)}`;
}

/**
 * Decodes where a page starts; null for the first. A cursor of another question, or one that we didn’t write, is
 * refused.
 */
export function readCursor(
  secretBox: SecretBox,
  question: EntriesQuestion,
  scopePk: number,
): Position | null {
  if (question.cursor === undefined) return null;
  const [text = '', signature] = question.cursor.split('.');
  if (signature !== sign(secretBox, question, scopePk, text))
    throw wrongFields({ cursor: figureMessages.cursor });
  return position.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
}
