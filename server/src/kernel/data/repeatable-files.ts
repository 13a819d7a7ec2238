import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { migrationsFolder } from './migration-files.ts';

/** A file with a function or a table's triggers, applied again whenever it changes: CONTRIBUTING.md, "Migrations". */
export interface Repeatable {
  /** Its folder and file, such as "functions/roll_up.sql". */
  name: string;
  text: string;
  hash: string;
}

/** In the order that they're applied. */
const folders = ['functions', 'triggers'];

async function readFolder(folder: string, name: string): Promise<Repeatable[]> {
  const path = join(folder, name);
  if (!existsSync(path)) return [];
  const files = (await readdir(path)).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(path, file), 'utf8');
      return {
        name: `${name}/${file}`,
        text,
        hash: createHash('sha256').update(text).digest('hex'),
      };
    }),
  );
}

/** The table whose triggers a file has; null if it has a function. */
export const getTriggerTable = ({ name }: Pick<Repeatable, 'name'>): string | null =>
  /^triggers\/([\w.]+)\.sql$/.exec(name)?.[1] ?? null;

/** Text without comments, which mention functions too. */
const removeComments = (text: string) => text.replaceAll(/--.*/g, '');

/** The functions that a text mentions and those that these mention, each after the ones that it mentions itself. */
export function listMentioned(text: string, functions: readonly Repeatable[]): Repeatable[] {
  const byName = new Map(functions.map((repeatable) => [repeatable.name, repeatable]));
  const sorted = new Set<Repeatable>();
  const entered = new Set<Repeatable>();
  const enter = (from: string) => {
    for (const [, name = ''] of removeComments(from).matchAll(/\blotkeeper\.(\w+)/g)) {
      const mentioned = byName.get(`functions/${name}.sql`);
      if (!mentioned || entered.has(mentioned)) continue;
      entered.add(mentioned);
      enter(mentioned.text);
      sorted.add(mentioned);
    }
  };
  enter(text);
  return [...sorted];
}

/** The files of functions and triggers, in an order that a new database accepts. */
export async function readRepeatables(folder = migrationsFolder): Promise<Repeatable[]> {
  const [functions = [], triggers = []] = await Promise.all(
    folders.map((name) => readFolder(folder, name)),
  );
  const all = functions.map(({ text }) => text).join('\n');
  return [...listMentioned(all, functions), ...triggers];
}
