import { expect, test } from 'vitest';
import { describeError, isErrorReportingDsn } from './error-reports.ts';

test.each([
  'https://0a1b2c@errors.example/7',
  'https://0a1b2c@errors.example:8443/sub/folder/7',
  'http://public@127.0.0.1:9000/1',
  'http://public@localhost/1',
])('errors can be reported to %s', (dsn) => {
  expect(isErrorReportingDsn(dsn)).toBe(true);
});

test.each([
  'errors.example',
  'http://0a1b2c@errors.example/7',
  'https://errors.example/7',
  'https://0a1b2c:secret@errors.example/7',
  'https://0a1b2c@errors.example/',
  'https://0a1b2c@errors.example/project',
  'https://0a1b2c@errors.example/7?debug=1',
  'https://0a1b2c@errors.example/7#top',
])('errors cannot be reported to %s', (dsn) => {
  expect(isErrorReportingDsn(dsn)).toBe(false);
});

test('the description of an error keeps the fixed part of an engine’s message and drops the values', () => {
  const value = { car: undefined as { ABC123?: string } | undefined };
  let thrown: unknown;
  try {
    void (value.car as { ABC123?: string }).ABC123;
  } catch (error) {
    thrown = error;
  }
  expect(describeError(thrown)).toEqual({
    type: 'TypeError',
    value: 'Cannot read properties of undefined',
  });
  expect(describeError(new SyntaxError('Unexpected token A, "ABC 123" is not valid JSON'))).toEqual(
    {
      type: 'SyntaxError',
      value: 'is not valid JSON',
    },
  );
  expect(describeError(new Error('Minified React error #418; visit https://x'))).toEqual({
    type: 'Error',
    value: 'Minified React error #418',
  });
});

test('the description of an error keeps the codes of Node and PostgreSQL', () => {
  const error = Object.assign(new Error('Key (email)=(walt@x.example) exists'), {
    code: '22P02',
  });
  expect(describeError(error)).toEqual({ type: 'Error', value: 'code 22P02' });
  expect(describeError(Object.assign(error, { code: 'ECONNREFUSED' })).value).toBe(
    'code ECONNREFUSED',
  );
});

test.each([
  new Error('walt@x.example parked ABC 123'),
  Object.assign(new Error('no'), { code: 'ABC123', name: 'Walt Whitman' }),
  'walt@x.example',
  { message: 'ABC 123', name: 'ABC 123', code: 'ABC 123' },
  null,
  undefined,
])('the description of an error leaves out any other message, name or code (%#)', (error) => {
  expect(JSON.stringify(describeError(error))).not.toMatch(/walt|whitman|abc|x\.example/i);
});
