import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { keyText, longText, text } from './fields.ts';

const parse = (typed: string) => z.safeParse(text(10), typed);

test('marks that change the writing direction are removed from text that others see', () => {
  expect(parse(' \u202eCon\u2066cert\u2069\ufeff ').data).toBe('Concert');
  expect(parse('عرض').data).toBe('عرض');
});

test('a text of direction marks alone is missing, and direction marks do not count toward the limit', () => {
  expect(parse('\u202e\u200f').error?.issues[0]?.message).toBe('This is required');
  expect(parse(`${'\u200e'.repeat(20)}0123456789`).data).toBe('0123456789');
  expect(parse('0123456789A').error?.issues[0]?.message).toBe('At most 10 characters.');
  for (const unstorable of ['a\0', 'a\ud800'])
    expect(parse(unstorable).error?.issues[0]?.message).toBe(
      'Contains characters that can’t be stored.',
    );
});

test('text of one line has spaces for line breaks and tabs, and no control characters', () => {
  expect(parse('a\r\nb\tc\u2028d\u0007').data).toBe('a b c d');
  expect(parse('\r\n\u0007').error?.issues[0]?.message).toBe('This is required');
  const joined = '👩\u200d💻 क्\u200dष';
  expect(parse(joined).data).toBe(joined);
});

test('text of several lines keeps its line breaks and nothing else that is invisible', () => {
  expect(z.safeParse(longText(20), ' a\r\nb\rc\u2029d\te\u202e\u200b ').data).toBe('a\nb\nc\nd e');
});

test('a name that another system uses is refused instead of changed', () => {
  expect(z.safeParse(keyText(10), ' a-1 ').data).toBe('a-1');
  for (const name of ['a\nb', 'a\u200bb', 'a\u202eb', 'a\tb'])
    expect(z.safeParse(keyText(10), name).success).toBe(false);
});
