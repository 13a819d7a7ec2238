import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ownerAccess } from '../testing/owner-access.ts';

const features = join(import.meta.dirname, '../features');

/**
 * Whether a file can ask as the owner, past row-level security: it names the pool or the database, or its dependencies
 * have the pool as `sql`. A query that is handed a statement's `sql` doesn't know, so where that comes from is listed.
 */
const asksAsOwner = (text: string) =>
  /\bSqlPool\b|\bDatabase\b|\.system\b|\bsystem\b\s*\}|\bsql: Sql\s*[;}]/.test(text);

describe('row-level security binds features', () => {
  const files = readdirSync(features, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );

  test('each file of a feature that can ask past it is listed with its reason, and no other is', () => {
    expect(files.length).toBeGreaterThan(300);
    const asking = files.filter((name) => asksAsOwner(readFileSync(join(features, name), 'utf8')));
    expect(asking.sort()).toEqual(Object.keys(ownerAccess).sort());
  });

  test('a file that takes the owner’s connections in any form is found', () => {
    for (const text of [
      "import type { SqlPool } from '../../../kernel/data/database.ts';",
      'const makeJob = ({ database }: { database: Database }) => 1;',
      'await at.database.system.begin(work);',
      'const { system } = database;',
      'function routes(serve: Serve, { sql, files }: { sql: Sql; files: FileStore }) {}',
      'interface Deps {\n  sql: Sql;\n}',
      'const readIt = (deps: { sql: Sql }) => 1;',
    ])
      expect(asksAsOwner(text), text).toBe(true);
    for (const text of [
      'scope.read((sql) => sql`select 1`)',
      'const columns = (sql: Sql) => sql`pk`;',
      'async function find(sql: Sql, pk: number) {}',
      '/** The database tells everyone. */',
    ])
      expect(asksAsOwner(text), text).toBe(false);
  });
});
