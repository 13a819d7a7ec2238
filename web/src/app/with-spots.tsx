import type { SpotSummary } from '@lotkeeper/contract/spots';
import { listSpots } from '@lotkeeper/contract/spots';
import { Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { failureMessage } from '../kernel/api.ts';
import { useRead } from '../kernel/queries.ts';
import { useProfile } from '../kernel/session.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { Loading } from './loading.tsx';
import { AddSpotLink } from './shell/superuser-links.tsx';

/** The properties of an organization, read once for shell and pages. */
export function useSpots(organizationId: string | null) {
  return useRead(
    listSpots,
    organizationId ? { query: { organization: organizationId, includeThirdParty: 'true' } } : null,
  );
}

/** Hands over an organization's properties, or says that there are none. */
export function WithSpots(props: {
  organizationId: string;
  openFirst: boolean;
  children: (spots: SpotSummary[]) => ReactNode;
}) {
  const { organizationId, openFirst } = props;
  const spots = useSpots(organizationId);
  const { superuser } = useProfile();
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
  if (!first) {
    return (
      <>
        <title>Properties · Lotkeeper</title>
        <PageHeader title="Properties" />
        <Panel>
          <EmptyState
            title="No parking lots here yet..."
            text={
              superuser
                ? 'Add the first property of this organization.'
                : 'Contact support to add your first property.'
            }
            action={<AddSpotLink organizationId={organizationId} />}
          />
        </Panel>
      </>
    );
  }
  if (openFirst) return <ToFirstSpot organizationId={organizationId} spot={first} />;
  return props.children(spots.data);
}

/** Where a missing or invalid property in the address leads. */
function ToFirstSpot({ organizationId, spot }: { organizationId: string; spot: SpotSummary }) {
  return (
    <Navigate
      to="/organization/$organizationId/spots/$spotId/detail"
      params={{ organizationId, spotId: String(spot.pk) }}
      replace
    />
  );
}
