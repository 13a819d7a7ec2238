import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Connection } from '../place.ts';
import { benchFolder } from '../place.ts';

/** Statements that take this long are logged, in milliseconds: no page or program should send one. */
export const slowMs = 100;

interface SlowStatement {
  ms: number;
  text: string;
}

/** The log of the benchmark's PostgreSQL. */
export const logFile = () => join(benchFolder(), 'postgres.log');

/** Makes PostgreSQL log the plan of each slow statement in a database, on connections opened from now on. */
export async function logSlowStatements(sql: Connection, database: string): Promise<void> {
  await sql.unsafe(`load 'auto_explain'`);
  for (const setting of [
    `session_preload_libraries = 'auto_explain'`,
    `auto_explain.log_min_duration = ${slowMs}`,
    'auto_explain.log_parameter_max_length = 0',
  ]) {
    await sql.unsafe(`alter database ${database} set ${setting}`);
  }
}

/** The current length of PostgreSQL's log. */
export const measureLog = () => statSync(logFile()).size;

/** The slow statements logged from an offset on, slowest first. */
export function readSlowStatements(from: number): SlowStatement[] {
  const log = readFileSync(logFile()).subarray(from).toString('utf8');
  const entries = log.matchAll(
    /duration: ([\d.]+) ms {2}plan:\n\tQuery Text: ([\s\S]*?)\n\t[^\n]*\(cost=/g,
  );
  const statements = [...entries].map(([, ms, text = '']) => ({
    ms: Number(ms),
    text: text.replaceAll(/\s+/g, ' ').trim(),
  }));
  return statements.toSorted((a, b) => b.ms - a.ms);
}
