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
  ['a member answers from the organization they came from', [one, two], '2', '2'],
  ['a member who came from none answers from their first', [one, two], undefined, '1'],
  ['a member who came from a foreign one answers from their first', [one], '7', '1'],
  ['a superuser answers from the organization they came from', null, '7', '7'],
  ['a superuser who came from none has no organization', null, undefined, null],
  ['people without affiliations has no organization', [], '7', null],
  ['people of towing companies has no organization', [member(3, 'towing')], '3', null],
])('the support line of %s', (_, affiliations, from, region) => {
  const profile = { superuser: affiliations === null, affiliations: affiliations ?? [] };
  expect(supportOrganization(profile, from)).toBe(region);
});
