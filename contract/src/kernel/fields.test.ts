import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { shownText } from './fields.ts';

const parse = (typed: string) => z.safeParse(shownText(10), typed);

test('marks that change the writing direction are removed from text that others see', () => {
  expect(parse(' \u202eCon\u2066cert\u2069\ufeff ').data).toBe('Concert');
  expect(parse('عرض').data).toBe('عرض');
});

test('a text of direction marks alone is missing, and direction marks do not count toward the limit', () => {
  expect(parse('\u202e\u200f').error?.issues[0]?.message).toBe('This is required');
  expect(parse(`${'\u200e'.repeat(20)}0123456789`).data).toBe('0123456789');
  expect(parse('0123456789A').error?.issues[0]?.message).toBe('At most 10 characters.');
  expect(parse('a\0').error?.issues[0]?.message).toBe('Contains characters that can’t be stored.');
});
