import type { Profile } from '@lotkeeper/contract/people/session';
import { getOrganization } from '@lotkeeper/contract/platform/organizations';
import { useLocation, useParams, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { LastPage } from '../../kernel/last-place.ts';
import { keepLastPlace, useLastPlace } from '../../kernel/last-place.ts';
import { useRead } from '../../kernel/queries.ts';
import { useProfile } from '../../kernel/session.tsx';
import { useSpots } from '../with-spots.tsx';

const isParking = ({ type }: Profile['affiliations'][number]) => type === 'parking';

/**
 * The organization and property in the URL. Pages of an organization keep the property that was
 * open before or that they show; the Help Center and the account keep both, so people find their way back.
 */
function usePageParams(): Partial<LastPage> {
  const params: { organizationId?: string; spotId?: string } = useParams({ strict: false });
  const search: { organization?: string; spotPk?: string } = useSearch({ strict: false });
  const { pathname } = useLocation();
  const { affiliations } = useProfile();
  const last = useLastPlace();
  const keepsPlace = /^\/(help-center|account)/.test(pathname);
  const own = affiliations.find(isParking)?.organization;
  const fallback = keepsPlace ? (last?.organizationId ?? own?.toString()) : undefined;
  const organizationId = params.organizationId ?? search.organization ?? fallback;
  const previousSpotId = last?.organizationId === organizationId ? last?.spotId : undefined;
  const spotId = params.spotId ?? search.spotPk ?? previousSpotId;
  return { ...(organizationId && { organizationId }), ...(spotId && { spotId }) };
}

/** The open organization and property, if the caller has access to them. */
export function useCurrent() {
  const location = usePageParams();
  const organizationId = location.organizationId ?? null;
  const organization = useRead(
    getOrganization,
    organizationId ? { params: { id: organizationId } } : null,
    // It's also asked by what the page shows when there is no such organization.
    { retryOnMount: false },
  );
  const confirmedId = organization.data ? organizationId : null;
  const spots = useSpots(confirmedId);
  const spot = spots.data?.find(
    ({ pk, uuid }) => String(pk) === location.spotId || uuid === location.spotId,
  );
  return {
    organizationId: confirmedId,
    organization: organization.data ?? null,
    spots: spots.data ?? [],
    spot: spot ?? null,
    /** Whether the organization and properties are still loading. */
    isLoading:
      organizationId !== null &&
      (organization.isPending || (confirmedId !== null && spots.isPending)),
  };
}

/** Keeps the open place for the pages that follow; called by the one part of the shell that is always there. */
export function useKeptPlace(current: ReturnType<typeof useCurrent>): void {
  const { organizationId, spots, spot } = current;
  const isKnown = organizationId !== null && spots.length > 0;
  const spotId = spot ? String(spot.pk) : null;
  useEffect(() => {
    if (isKnown) keepLastPlace({ organizationId, spotId });
  }, [isKnown, organizationId, spotId]);
}
