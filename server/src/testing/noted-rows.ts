import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Statement } from '../kernel/data/sql/statement.ts';

/** What a run saw of the rows of each statement, which tools/sql-rows compares with the types that the code states. */
const folder = join(import.meta.dirname, '../../../node_modules/.cache/sql-rows/seen');
/** More rows of a result look the same. */
const rowsToSee = 200;

/** The kinds of values in each column of a statement's rows. */
type Columns = Map<string, Set<string>>;

const seen = new Map<string, Columns>();
const news = new Set<string>();

const kindOf = (value: unknown) => {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
};

function noteRows(name: string, rows: readonly object[]): void {
  const columns: Columns = seen.get(name) ?? new Map();
  seen.set(name, columns);
  for (const row of rows.slice(0, rowsToSee)) {
    for (const [column, value] of Object.entries(row)) {
      const kinds = columns.get(column) ?? new Set();
      const kind = kindOf(value);
      if (kinds.has(kind)) continue;
      columns.set(column, kinds.add(kind));
      news.add(name);
    }
  }
}

/** Writes down what the test file saw first. */
export function writeNotedRows(): void {
  if (news.size === 0) return;
  const lines = [...news].map((name) => {
    const columns = [...(seen.get(name) ?? [])].map(([column, kinds]) => [column, [...kinds]]);
    return `${JSON.stringify([name, Object.fromEntries(columns)])}\n`;
  });
  news.clear();
  mkdirSync(folder, { recursive: true });
  appendFileSync(join(folder, `${process.pid}.jsonl`), lines.join(''));
}

Object.assign(globalThis, {
  /** Called around each statement of the server's code that says the type of its rows. */
  noteStatement<T extends readonly object[]>(name: string, statement: Statement<T>): Statement<T> {
    // A test may stand between, with promises of its own.
    if (!(statement instanceof Statement)) return statement;
    const execute = statement.execute.bind(statement);
    statement.execute = () => {
      const answer = execute();
      answer.then(
        (rows) => noteRows(name, rows),
        () => undefined,
      );
      return answer;
    };
    return statement;
  },
});
