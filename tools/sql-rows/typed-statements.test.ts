import { expect, expectTypeOf, test } from 'vitest';
import { findTypedStatements, replaceParts } from './typed-statements.ts';

test('statements that say the type of their rows are found, but those whose type is a parameter', () => {
  const text = `
    const rows = await tx<{ pk: number }[]>\`select pk from \${sql\`spots\`}\`;
    const read = <T extends object[]>(sql: Sql) => sql<T>\`select 1\`;
    await tx\`delete from spots\`;`;
  const statements = findTypedStatements('a.ts', text);
  expect(statements.map(({ type }) => text.slice(type.start, type.end))).toEqual([
    '{ pk: number }[]',
  ]);
  expect(statements.map(({ start, end }) => text.slice(start, end))).toEqual([
    'tx<{ pk: number }[]>`select pk from ${sql`spots`}`',
  ]);
});

test('parts of a text are replaced at their offsets', () => {
  expect(
    replaceParts('select 1', [
      [0, 0, '('],
      [7, 8, '2'],
      [8, 8, ')'],
    ]),
  ).toBe('(select 2)');
});

// The compiler checks these.
test('a type of rows is wrong where it lacks a column, has another, or excludes a value', () => {
  interface Row {
    pk: number;
    name?: string;
    ended_at: number | null;
    facts: unknown;
  }
  type Problems<Seen> = RowProblems<Row[], Seen>;
  interface Whole {
    pk: 'number';
    ended_at: 'null' | 'number';
    facts: 'object' | 'null';
  }
  expectTypeOf<Problems<Whole>>().toEqualTypeOf<never>();
  expectTypeOf<Problems<Omit<Whole, 'ended_at'>>>().toEqualTypeOf<'has no column ended_at'>();
  expectTypeOf<
    Problems<Whole & { day: 'string' }>
  >().toEqualTypeOf<'has a column day that its type lacks'>();
  expectTypeOf<
    Problems<Omit<Whole, 'pk'> & { pk: 'null' | 'number' }>
  >().toEqualTypeOf<'has null in pk'>();
});
