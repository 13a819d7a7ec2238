import { expect, test } from 'vitest';
import { describeImport, findLatestLine } from './bank-words.ts';

const result = {
  lines: 312,
  added: 22,
  known: 290,
  refused: 0,
  problems: [],
  matched: 3,
  open_questions: 0,
};

test('adding a file that overlaps names how many transactions were here', () => {
  expect(describeImport(result)).toBe('312 transactions, 290 were here already. 22 added.');
});

test('adding a file again says that nothing is new', () => {
  expect(describeImport({ ...result, added: 0, known: 312 })).toBe(
    '312 transactions, 312 were here already. Nothing new was added.',
  );
});

test('what was left out and what has to be decided is named', () => {
  const message = describeImport({
    ...result,
    lines: 1,
    added: 1,
    known: 0,
    refused: 1,
    open_questions: 2,
  });
  expect(message).toBe('1 transaction. 1 added. 2 need your decision. 1 line can’t be read.');
});

test('the latest line of a payout is its return, or else its deposit', () => {
  const line = { pk: 1 } as never;
  const back_line = { pk: 2 } as never;
  expect(findLatestLine({ line, back_line })).toBe(back_line);
  expect(findLatestLine({ line, back_line: null })).toBe(line);
});
