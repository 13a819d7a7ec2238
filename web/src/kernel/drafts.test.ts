import { dayMs } from '@lotkeeper/contract/kernel/durations';
import { expect, test } from 'vitest';
import { now } from './clock.ts';
import { forgetDraft, keepDraft, readDraft } from './drafts.ts';

test('a draft is kept until it is sent, or for a day', () => {
  expect(readDraft('a')).toBeNull();
  keepDraft('a', { text: 'I paid' });
  expect(readDraft('a')).toEqual({ text: 'I paid' });
  expect(readDraft('b')).toBeNull();
  forgetDraft('a');
  expect(readDraft('a')).toBeNull();
  localStorage.setItem('draft:old', JSON.stringify({ at: now() - dayMs - 1, values: {} }));
  localStorage.setItem('draft:broken', '{');
  readDraft('a');
  expect(Object.keys(localStorage)).toEqual([]);
});
