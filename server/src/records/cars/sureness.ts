import type { Fragment, Sql } from '../../kernel/data/database.ts';

/** How often a camera was right and wrong with each sign that it read. */
export type SignCounts = Readonly<Record<string, readonly [right: number, wrong: number]>>;

/** Before anything is known, a sign counts as one that was right 49 times and wrong once. */
const prior = { right: 49, wrong: 1 };
const usual = prior.right / (prior.right + prior.wrong);
/** What is known takes away no more than nine tenths of a camera's confidence, and no more than half of its doubt. */
const bounds = { kept: 0.1, doubtTaken: 0.5 };

/** How much more often than usual a camera is right with a sign; 1 if nothing is known. */
function weighSign(counts: SignCounts, sign: string): number {
  // Own properties only: a sign is any letter, and the counts are parsed JSON.
  const [right, wrong] = (Object.hasOwn(counts, sign) && counts[sign]) || [0, 0];
  return (right + prior.right) / (right + wrong + prior.right + prior.wrong) / usual;
}

/**
 * How sure a read is: the camera's own confidence, changed by how often it was right with these characters. Null without a
 * confidence; unchanged for a camera without known mistakes. Rounded to what the database stores exactly, so that a read
 * counts the same before and after.
 */
export function weighConfidence(
  confidence: number | null,
  plateKey: string,
  counts: SignCounts | null,
): number | null {
  if (confidence === null || counts === null) return confidence;
  const weight = Array.from(plateKey).reduce((total, sign) => total * weighSign(counts, sign), 1);
  if (weight === 1) return confidence;
  const least = confidence * bounds.kept;
  const most = confidence + (1 - confidence) * bounds.doubtTaken;
  return Number(Math.min(most, Math.max(least, confidence * weight)).toFixed(4));
}

/** Whether a person said what a read was. */
export const isCorrected = (sql: Sql, alias: string): Fragment =>
  sql.unsafe(`(${alias}.corrections->-1->>'plate' is not null)`);

/**
 * How sure a read is: a person is sure, otherwise what was found when it was paired, or what its camera said before that.
 * Null if its camera doesn't say. Use this to decide how far a read can be relied on.
 */
export const selectSureness = (sql: Sql, alias: string): Fragment => sql`
  case when ${isCorrected(sql, alias)} then 1
    else coalesce(${sql.identifier(alias)}.sureness, ${sql.identifier(alias)}.confidence) end`;
