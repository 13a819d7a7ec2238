import { expect, test } from 'vitest';
import { ApiError, failureMessage } from './api.ts';

test('a failure shows the message of the server, else of the error, else of the page', () => {
  const told = new ApiError(400, {
    detail: 'The database is starting.',
    code: 'malformed_request',
  });
  expect(failureMessage(told, 'Could not fetch events')).toBe('The database is starting.');
  const offline = new ApiError(0, { detail: 'Failed to fetch', code: 'offline' });
  expect(failureMessage(offline, 'Could not fetch events')).toBe('Could not fetch events');
  expect(failureMessage(new Error('No such file'), 'Could not read')).toBe('No such file');
});

test('a failure that nobody describes shows the common message of the specification', () => {
  expect(failureMessage(undefined)).toBe('Something went wrong. Please try again.');
  expect(failureMessage(new Error(''))).toBe('Something went wrong. Please try again.');
});
