import { adminOnly } from '@lotkeeper/contract/kernel/access';
import { getOrganization } from '@lotkeeper/contract/platform/organizations';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { listSpots } from '@lotkeeper/contract/platform/spots';
import { Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Suspense } from 'react';
import { SetupPanel } from '../features/platform/setup/public.ts';
import { failureMessage } from '../kernel/api.ts';
import { useRead } from '../kernel/queries.ts';
import { useHasRole } from '../kernel/session.tsx';
import { AddPropertyLink } from '../shared/property-links.tsx';
import { EmptyState, ErrorState } from '../ui/data/states.tsx';
import { PageHeader } from '../ui/frame/page-header.tsx';
import { Panel } from '../ui/frame/panel.tsx';
import { Loading } from './loading.tsx';

/** What asks for an organization's properties; the same everywhere, so that they are read once. */
export const buildSpotsInput = (organization: string) => ({
  query: { organization, includeThirdParty: 'true' as const },
});

/** An organization's properties, read once for the shell and the pages. */
export function useSpots(organizationId: string | null) {
  return useRead(listSpots, organizationId ? buildSpotsInput(organizationId) : null);
}

/** Renders children with an organization's properties, or a message that there are none. */
export function WithSpots(props: {
  organizationId: string;
  openFirst: boolean;
  children: (spots: SpotSummary[]) => ReactNode;
}) {
  const { organizationId, openFirst } = props;
  const spots = useSpots(organizationId);
  if (!spots.data) {
    if (!spots.error) return <Loading />;
    return (
      <ErrorState
        title={failureMessage(spots.error, listSpots.failure)}
        onRetry={() => void spots.refetch()}
      />
    );
  }
  const [first] = spots.data;
  if (!first) return <NoSpots organizationId={organizationId} />;
  if (openFirst) return <ToFirstSpot organizationId={organizationId} spot={first} />;
  return props.children(spots.data);
}

/** The empty list, where an Admin adds the first property. */
function NoSpots({ organizationId }: { organizationId: string }) {
  const { data } = useRead(getOrganization, { params: { id: organizationId } });
  const isAdmin = useHasRole(data?.pk ?? 0)(adminOnly);
  return (
    <>
      <PageHeader title="Properties" />
      {isAdmin && data?.is_set_up === false ? (
        <Suspense>
          <SetupPanel organizationId={organizationId} />
        </Suspense>
      ) : null}
      <Panel>
        <EmptyState
          title="No parking lots here yet..."
          text={
            isAdmin
              ? 'Add the first property of this organization.'
              : 'Ask an Admin of your organization to add the first property.'
          }
          action={<AddPropertyLink organizationId={organizationId} />}
        />
      </Panel>
    </>
  );
}

/** Redirects a missing or invalid property in the URL. */
function ToFirstSpot({ organizationId, spot }: { organizationId: string; spot: SpotSummary }) {
  return (
    <Navigate
      to="/organization/$organizationId/spots/$spotId/detail"
      params={{ organizationId, spotId: String(spot.pk) }}
      replace
    />
  );
}
