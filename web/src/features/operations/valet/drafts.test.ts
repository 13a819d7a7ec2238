import type { ValetSession } from '@lotkeeper/contract/operations/valet';
import { afterEach, expect, test } from 'vitest';
import { now } from '../../../kernel/clock.ts';
import type { StoredDraft } from './drafts.ts';
import { draftFor, dropDraft, dropDrafts, interruptedDraft, keepDraft } from './drafts.ts';

const mine = { by: 1, kind: 'check-in' } as const;

const draft = (uuid: string, more: Partial<StoredDraft> = {}): StoredDraft => ({
  kind: 'check-in',
  spot: 7,
  by: 1,
  session: { uuid } as ValetSession,
  typed: {
    plate: 'ABC',
    pair: null,
    make: '',
    model: '',
    color: '',
    notes: '',
    key_tag: '',
  },
  at: now(),
  open: true,
  ...more,
});

afterEach(() => sessionStorage.clear());

test('a draft is restored only for its session and purpose', () => {
  keepDraft(draft('one'));
  expect(draftFor(mine, 'one')?.typed.plate).toBe('ABC');
  expect(draftFor(mine, 'two')).toBeNull();
  expect(draftFor({ by: 2, kind: 'check-in' }, 'one')).toBeNull();
  expect(draftFor({ by: 1, kind: 'edit' }, 'one')).toBeNull();
  dropDraft('check-in', 'one');
  expect(draftFor(mine, 'one')).toBeNull();
});

test('a reload restores what was open at this property, and nothing closed or expired', () => {
  keepDraft(draft('closed', { open: false }));
  keepDraft(draft('elsewhere', { spot: 8 }));
  keepDraft(draft('old', { at: now() - 31 * 60_000 }));
  expect(interruptedDraft({ by: 1, spot: 7 })).toBeNull();
  keepDraft(draft('open'));
  expect(interruptedDraft({ by: 1, spot: 7 })?.session.uuid).toBe('open');
  expect(interruptedDraft({ by: 2, spot: 7 })).toBeNull();
});

test('logging out clears all drafts and nothing else', () => {
  keepDraft(draft('one'));
  sessionStorage.setItem('other', 'kept');
  dropDrafts();
  expect(draftFor(mine, 'one')).toBeNull();
  expect(sessionStorage.getItem('other')).toBe('kept');
});

test('a draft that can’t be parsed is ignored', () => {
  sessionStorage.setItem('valet-draft:check-in:x', '{');
  expect(draftFor(mine, 'x')).toBeNull();
  expect(interruptedDraft({ by: 1, spot: 7 })).toBeNull();
});
