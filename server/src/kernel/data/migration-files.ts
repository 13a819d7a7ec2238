import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export const migrationsFolder = join(import.meta.dirname, '../../../migrations');

/** One statement of a migration that runs outside a transaction. */
interface Step {
  text: string;
  /** Whether it changes a batch of rows and repeats until none are left. */
  isBatch: boolean;
}

export interface Migration {
  name: string;
  text: string;
  hash: string;
  /** The statements of a migration that runs outside a transaction; null when the file is one transaction. */
  steps: readonly Step[] | null;
  /** Earlier releases can't use the database afterward; null when the previous release still can. */
  oldestRelease: string | null;
}

const isSqlFile = (name: string) => name.endsWith('.sql');

export const listMigrationNames = async (folder = migrationsFolder): Promise<string[]> =>
  (await readdir(folder)).filter(isSqlFile).sort();

const directiveLine = /^-- migration: (.*)$/gm;
const batchLine = '-- batch';
const oldestReleaseForm = /^needs release (\d+\.\d+\.\d+)$/;

/** A statement ends with the semicolon at the end of a line. */
function splitSteps(text: string): Step[] {
  const steps: Step[] = [];
  let lines: string[] = [];
  let isBatch = false;
  for (const line of text.split('\n')) {
    if (line.trim() === batchLine) isBatch = true;
    if (line.trim() === '' || line.trimStart().startsWith('--')) continue;
    lines.push(line);
    if (!line.trimEnd().endsWith(';')) continue;
    steps.push({ text: lines.join('\n').trim(), isBatch });
    lines = [];
    isBatch = false;
  }
  if (lines.length > 0) throw new Error(`A statement has no semicolon at its end: ${lines[0]}`);
  return steps;
}

/** Parses a migration's file and its directives: CONTRIBUTING.md, "Migrations". */
export function parseMigration(name: string, text: string): Migration {
  let isConcurrent = false;
  let oldestRelease: string | null = null;
  for (const [, directive = ''] of text.matchAll(directiveLine)) {
    const release = oldestReleaseForm.exec(directive)?.[1];
    if (release) oldestRelease = release;
    else if (directive === 'concurrent') isConcurrent = true;
    else throw new Error(`Migration ${name} has an unknown directive: ${directive}`);
  }
  const hash = createHash('sha256').update(text).digest('hex');
  return { name, text, hash, steps: isConcurrent ? splitSteps(text) : null, oldestRelease };
}

export async function readMigrations(folder = migrationsFolder): Promise<Migration[]> {
  const names = await listMigrationNames(folder);
  return Promise.all(
    names.map(async (name) => parseMigration(name, await readFile(join(folder, name), 'utf8'))),
  );
}
