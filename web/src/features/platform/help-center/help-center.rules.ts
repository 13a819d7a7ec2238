import type { Profile } from '@lotkeeper/contract/people/session';

/**
 * The organization whose region's support answers: the one that the person came from if they belong
 * to it, or else their first one; null for people without any.
 */
export function supportOrganization(
  { superuser, affiliations }: Pick<Profile, 'superuser' | 'affiliations'>,
  cameFrom: string | undefined,
): string | null {
  const own = affiliations.filter((affiliation) => affiliation.type === 'parking');
  const names = own.map((affiliation) => String(affiliation.organization));
  if (cameFrom && (superuser || names.includes(cameFrom))) return cameFrom;
  return names[0] ?? null;
}
