import { getProfile } from '@lotkeeper/contract/people/session';
import { expect, test, vi } from 'vitest';
import { ApiError, call, failureMessage, onSessionEnd } from './api.ts';

test('a failure shows the server’s message, or else the error’s, or else the page’s', () => {
  const told = new ApiError(400, {
    detail: 'The database is starting.',
    code: 'malformed_request',
  });
  expect(failureMessage(told, 'Could not fetch events')).toBe('The database is starting.');
  const offline = new ApiError(0, { detail: 'Failed to fetch', code: 'offline' });
  expect(failureMessage(offline, 'Could not fetch events')).toBe('Could not fetch events');
  expect(failureMessage(new Error('No such file'), 'Could not read')).toBe('No such file');
});

test('a wrong field is told without its technical name, and one that only a link can hold as a wrong link', () => {
  const refuse = (field: string, message: string) =>
    new ApiError(400, {
      detail: `${field}: ${message}`,
      code: 'invalid_fields',
      fields: { [field]: message },
    }).message;
  expect(refuse('plate', 'Letters and digits only.')).toBe('Letters and digits only.');
  const wrongLink = 'This link is incomplete or isn’t valid.';
  expect(refuse('token', 'Has the wrong format.')).toBe(wrongLink);
  expect(refuse('id', 'This field is required.')).toBe(wrongLink);
});

test('a call that may have been blocked says so after the page’s message', () => {
  const blocked = new ApiError(0, { detail: 'Failed to fetch', code: 'offline' });
  blocked.hint = 'Allow this site.';
  expect(failureMessage(blocked, 'Please try again.')).toBe('Please try again. Allow this site.');
});

test('a failure without a message shows the common one', () => {
  expect(failureMessage(undefined)).toBe('Something went wrong. Please try again.');
  expect(failureMessage(new Error(''))).toBe('Something went wrong. Please try again.');
});

test('a session that ends before the page listens ends when it does', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ detail: 'No.' }, { status: 401 }));
  await expect(call(getProfile, {})).rejects.toThrow('No.');
  const handler = vi.fn<() => void>();
  onSessionEnd(handler);
  expect(handler).toHaveBeenCalledTimes(1);
  await expect(call(getProfile, {})).rejects.toThrow('No.');
  expect(handler).toHaveBeenCalledTimes(2);
  vi.unstubAllGlobals();
});
