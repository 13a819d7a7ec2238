import { beforeEach, expect, test } from 'vitest';
import { isOwnPath, rememberWantedPath, takeWantedPath } from './wanted-path.ts';

beforeEach(() => sessionStorage.clear());

test('a remembered page is opened once, with its filters', () => {
  rememberWantedPath('/organization/1/payouts?page=2');
  expect(takeWantedPath()).toBe('/organization/1/payouts?page=2');
  expect(takeWantedPath()).toBe('/start');
});

test('the newest remembered page replaces the previous one, and home isn’t kept', () => {
  rememberWantedPath('/organization/1/team');
  rememberWantedPath('/');
  expect(takeWantedPath()).toBe('/start');
});

test.each([
  'https://evil.example/',
  '//evil.example/organization/1',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  'organization/1',
  '',
  '/login',
  '/login?reason=session',
  '/auth/ll_x',
  '/sso',
])('%j is never opened after a sign-in', (path) => {
  rememberWantedPath(path);
  expect(isOwnPath(path)).toBe(false);
  expect(takeWantedPath()).toBe('/start');
  sessionStorage.setItem('wanted-path', path);
  expect(takeWantedPath()).toBe('/start');
});
