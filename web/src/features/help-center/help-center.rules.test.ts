import { expect, test } from 'vitest';
import { supportOrganization } from './help-center.rules.ts';

const member = (organization: number, type: 'parking' | 'towing' = 'parking') => ({
  pk: organization,
  type,
  organization,
  role: 'EMPLOYEE' as const,
});
const of = (organizations: ReturnType<typeof member>[], superuser = false) => ({
  superuser,
  affiliations: organizations,
});

test('a member’s support region is that of the organization they came from', () => {
  expect(supportOrganization(of([member(1), member(2)]), '2')).toBe('2');
});

test('without an organization, or with a foreign one, a member’s support region is that of their first', () => {
  expect(supportOrganization(of([member(1), member(2)]), undefined)).toBe('1');
  expect(supportOrganization(of([member(1)]), '7')).toBe('1');
});

test('a superuser’s support region is that of the organization they came from, or none', () => {
  expect(supportOrganization(of([], true), '7')).toBe('7');
  expect(supportOrganization(of([], true), undefined)).toBe(null);
});

test('people without affiliations and people of towing companies have no support region', () => {
  expect(supportOrganization(of([]), '7')).toBe(null);
  expect(supportOrganization(of([member(3, 'towing')]), '3')).toBe(null);
});
