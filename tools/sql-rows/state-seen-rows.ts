// Copies the server and states in each type of rows what the unit tests saw of them, so that the compiler objects where
// they differ. Prints how many statements say a type, and how many of them were seen.
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nameStatement } from './note-statements.ts';
import type { Replacement } from './typed-statements.ts';
import { findTypedStatements, replaceParts } from './typed-statements.ts';

const root = join(import.meta.dirname, '../..');
const cache = join(root, 'node_modules/.cache/sql-rows');
const seenFolder = join(cache, 'seen');
const copy = join(cache, 'copy');

/** The kinds of values that each column of a statement had. */
type Columns = Record<string, string[]>;

/** What the tests saw, by the names of the statements. */
function readSeen(): Map<string, Columns> {
  const seen = new Map<string, Columns>();
  for (const file of globSync('*.jsonl', { cwd: seenFolder })) {
    for (const line of readFileSync(join(seenFolder, file), 'utf8').trim().split('\n')) {
      const [name, columns] = JSON.parse(line) as [string, Columns];
      const known = seen.get(name) ?? {};
      seen.set(name, known);
      for (const [column, kinds] of Object.entries(columns)) {
        known[column] = [...new Set([...(known[column] ?? []), ...kinds])];
      }
    }
  }
  return seen;
}

/** `{ "pk": 'number'; "ended_at": 'null' | 'number' }` */
const writeType = (columns: Columns) =>
  `{ ${Object.entries(columns)
    .map(
      ([column, kinds]) =>
        `${JSON.stringify(column)}: ${kinds.map((kind) => `'${kind}'`).join(' | ')}`,
    )
    .join('; ')} }`;

/** States in the types of a module what was seen of them; how many it has, and how many of them were seen. */
function stateSeen(file: string, seen: ReadonlyMap<string, Columns>) {
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  const statements = findTypedStatements(file, text);
  const parts = statements.flatMap((statement): Replacement[] => {
    const columns = seen.get(nameStatement(file, statement));
    const { start, end } = statement.type;
    const type = text.slice(start, end);
    if (!columns) return [];
    return [[start, end, `Checked<${type}, RowProblems<${type}, ${writeType(columns)}>>`]];
  });
  if (parts.length > 0) writeFileSync(path, replaceParts(text, parts));
  return { count: statements.length, seen: parts.length };
}

const seen = readSeen();
rmSync(copy, { recursive: true, force: true });
for (const folder of ['server/src', 'scripts']) {
  cpSync(join(root, folder), join(copy, folder), {
    recursive: true,
    filter: (path) => !path.endsWith('.test.ts'),
  });
}
const files = globSync('server/src/**/*.ts', { cwd: copy }).map((file) => stateSeen(file, seen));
cpSync(join(import.meta.dirname, 'checked-rows.d.ts'), join(copy, 'checked-rows.d.ts'));
const settings = {
  extends: join(root, 'tsconfig.json'),
  include: ['server', '*.d.ts'],
  exclude: [],
};
writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify(settings));
const sum = (name: 'count' | 'seen') => files.reduce((total, file) => total + file[name], 0);
console.log(`rows: ${sum('seen')} of ${sum('count')} statements were seen`);
