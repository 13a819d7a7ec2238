import { expect, test } from 'vitest';
import { supportOrganization } from './help-center.rules.ts';

const member = (organization: number, type: 'parking' | 'towing' = 'parking') => ({
  pk: organization,
  type,
  organization,
  role: 'EMPLOYEE' as const,
});

const [one, two] = [member(1), member(2)];

test.each([
  ['a member gets the support region of the organization they came from', [one, two], '2', '2'],
  [
    'a member who came from no organization gets the region of their first',
    [one, two],
    undefined,
    '1',
  ],
  ['a member who came from a foreign organization gets the region of their first', [one], '7', '1'],
  ['a superuser gets the support region of the organization they came from', null, '7', '7'],
  ['a superuser who came from no organization gets no support region', null, undefined, null],
  ['a person without affiliations gets no support region', [], '7', null],
  ['a person from a towing company gets no support region', [member(3, 'towing')], '3', null],
])('%s', (_, affiliations, from, region) => {
  const profile = { superuser: affiliations === null, affiliations: affiliations ?? [] };
  expect(supportOrganization(profile, from)).toBe(region);
});
