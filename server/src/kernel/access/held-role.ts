import { Refusal } from '../refusal.ts';
import type { OrganizationScope } from './scope.ts';

/**
 * A scope whose writes keep the caller's role until they end. A call that takes the role away waits for them, and sees
 * what they made; a write that comes later is refused.
 */
export function holdRole<S extends OrganizationScope>(scope: S): S {
  const { organizationId, person, role } = scope;
  if (role === null) return scope;
  const write: S['write'] = (work, isolation) =>
    scope.write(async (tx) => {
      const held = await tx`
        select from affiliations
        where organization_id = ${organizationId} and person_pk = ${person.pk} and type = 'parking'
          and role = ${role} for key share`;
      if (held.length === 0)
        throw new Refusal('not_allowed', 'Your role has changed. Reload the page.');
      return work(tx);
    }, isolation);
  return { ...scope, write };
}
