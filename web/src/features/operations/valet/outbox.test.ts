import { expect, test, vi } from 'vitest';
import { ApiError } from '../../../kernel/api.ts';
import { now } from '../../../kernel/clock.ts';
import { makeOutbox } from '../../../kernel/outbox.ts';
import type { Outgoing } from './outbox.ts';
import { browserStorage, outboxRules } from './outbox.ts';

const made = (send: () => Promise<string>) =>
  makeOutbox({ ...outboxRules(1), storage: browserStorage(), send, onSent: () => undefined });

const body = { plate: 'ABC123', state: 'AZ', country: 'US' as const };
const edit: Outgoing = {
  id: 'a',
  by: 1,
  name: 'ABC 123',
  at: now(),
  kind: 'edit',
  session: '1',
  body,
};

// jsdom has no database, like a browser that blocks storage.
test.each([
  [0, 'waiting'],
  [503, 'waiting'],
  [401, 'waiting'],
  [409, 'refused'],
  [429, 'refused'],
])('a change whose call fails with status %d is %s', async (status, outcome) => {
  const failure = new ApiError(status, { detail: 'Wait.', code: 'internal' });
  const outbox = made(() => Promise.reject(failure));
  await outbox.start();
  expect(await outbox.add(edit)).toMatchObject({ kind: outcome });
  expect(outbox.items()).toEqual(outcome === 'waiting' ? [{ ...edit, unsaved: true }] : []);
  outbox.stop();
});

test('changes are sent when the browser blocks storage', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    },
  });
  const outbox = made(async () => 'taken');
  await outbox.start();
  expect(await outbox.add(edit)).toEqual({ kind: 'sent', answer: 'taken' });
  vi.unstubAllGlobals();
});
