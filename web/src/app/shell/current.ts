import { getOrganization } from '@lotkeeper/contract/organizations';
import { useParams } from '@tanstack/react-router';
import { useRead } from '../../kernel/queries.ts';
import { useSpots } from '../with-spots.tsx';

/** The organization and property that the address names, as far as they are the caller's. */
export function useCurrent() {
  const params: { organizationId?: string; spotId?: string } = useParams({ strict: false });
  const organizationId = params.organizationId ?? null;
  const organization = useRead(
    getOrganization,
    organizationId ? { params: { id: organizationId } } : null,
  );
  const known = organization.data ? organizationId : null;
  const spots = useSpots(known);
  const spot = spots.data?.find(
    (one) => String(one.pk) === params.spotId || one.uuid === params.spotId,
  );
  return {
    organizationId: known,
    organization: organization.data ?? null,
    spots: spots.data ?? [],
    spot: spot ?? null,
  };
}
