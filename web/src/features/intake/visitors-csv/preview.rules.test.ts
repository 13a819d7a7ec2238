import type { FilePreview } from '@lotkeeper/contract/intake/visitors-csv';
import { encodings } from '@lotkeeper/contract/intake/visitors-csv';
import { expect, test } from 'vitest';
import { encodingNames, nameColumn } from '../files/public.ts';
import { describeOutcome, listRecorded, toReading, withChoices } from './preview.rules.ts';

const columns: FilePreview['columns'] = [
  { name: 'Nummer', field: 'plate', samples: [] },
  { name: '', field: 'ignore', samples: [] },
  { name: 'Name', field: 'name', samples: [] },
];
const preview: FilePreview = {
  encoding: 'windows-1252',
  delimiter: ';',
  sheet: null,
  sheets: [],
  header_line: 3,
  first_lines: [],
  columns,
  missing: [],
  questions: [],
  rows: [],
  good: 1,
  refused: 1200,
  problems: [],
};

test('a file is sent with all settings of its preview', () => {
  const fields = ['plate', 'ignore', 'name'];
  expect(toReading(preview)).toEqual({
    encoding: 'windows-1252',
    delimiter: ';',
    header_line: 3,
    fields,
  });
  expect(toReading({ ...preview, sheet: 'July' })).toEqual({
    sheet: 'July',
    header_line: 3,
    fields,
  });
});

test('choices are shown before the server has applied them', () => {
  const chosen = withChoices(preview, {
    encoding: 'macintosh',
    fields: ['ignore', 'plate', 'name'],
  });
  expect(chosen).toMatchObject({
    encoding: 'macintosh',
    delimiter: ';',
    columns: [{ field: 'ignore' }, { field: 'plate' }, { field: 'name' }],
  });
});

test('the recorded columns are in field order, and one without a name has its position', () => {
  expect(listRecorded(columns)).toEqual([
    { field: 'plate', index: 0 },
    { field: 'name', index: 2 },
  ]);
  expect(nameColumn('', 1)).toBe('Column 2');
});

test('the outcome counts rows, and is empty until the columns are known', () => {
  expect(describeOutcome(preview)).toBe('1 row will be added or updated, 1,200 skipped.');
  expect(describeOutcome({ ...preview, good: 2, refused: 0 })).toBe(
    '2 rows will be added or updated.',
  );
  expect(describeOutcome({ ...preview, missing: ['state'] })).toBe('');
});

test('each encoding has its own name', () => {
  expect(new Set(encodings.map((encoding) => encodingNames[encoding])).size).toBe(encodings.length);
});
