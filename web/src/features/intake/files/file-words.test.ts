import { expect, test } from 'vitest';
import { chooseColumn, mergeReading } from './file-words.ts';

test('a meaning that is chosen for a column is taken from the column that had it, if no others may share it', () => {
  const columns = ['plate', 'ignore', 'name'] as const;
  expect(chooseColumn(columns, 1, 'plate')).toEqual(['ignore', 'plate', 'name']);
  expect(chooseColumn(columns, 2, 'ignore')).toEqual(['plate', 'ignore', 'ignore']);
  expect(chooseColumn(columns, 1, 'name', ['name'])).toEqual(['plate', 'name', 'name']);
});

test.each([
  [{ encoding: 'utf-8' }, { encoding: 'utf-8', header_line: 2, fields: ['plate'] }],
  [{ fields: ['state'] }, { header_line: 2, fields: ['state'] }],
  [{ delimiter: ';' }, { header_line: 2, delimiter: ';' }],
  [{ header_line: 0 }, { header_line: 0 }],
  [{ sheet: 'July' }, { sheet: 'July' }],
] as const)('the choice %j keeps those that still fit', (change, merged) => {
  expect(
    mergeReading({ header_line: 2, fields: ['plate'] }, structuredClone(change) as object),
  ).toEqual(merged);
});
