import { join, relative } from 'node:path';
import type { Replacement, TypedStatement } from './typed-statements.ts';
import { findTypedStatements, replaceParts } from './typed-statements.ts';

const root = join(import.meta.dirname, '../..');
const isProduct = (file: string) => /^server\/src\/(?!testing\/).*(?<!\.test)\.ts$/.test(file);

/** The name of a statement: its file, and the offset in it. */
export const nameStatement = (file: string, { start }: TypedStatement) => `${file}:${start}`;

/** On the first line, so that lines keep their numbers. The set-up of a run has statements that nobody notes. */
const wrapper =
  'function noteStatement(name, statement) { return globalThis.noteStatement?.(name, statement) ?? statement; }';

/**
 * A plugin of vitest that shows tests which statement in the server's code a result is of:
 * `noteStatement('file:123', sql<Row[]>…)`. server/src/testing/noted-rows.ts writes down what its rows look like.
 */
export const noteStatements = () => ({
  name: 'note-statements',
  enforce: 'pre' as const,
  transform(text: string, id: string) {
    const file = relative(root, id);
    const statements = isProduct(file) ? findTypedStatements(file, text) : [];
    if (statements.length === 0) return null;
    const replacements = statements.flatMap((statement): Replacement[] => [
      [statement.start, statement.start, `noteStatement('${nameStatement(file, statement)}', `],
      [statement.end, statement.end, ')'],
    ]);
    return { code: wrapper + replaceParts(text, replacements), map: null };
  },
});
