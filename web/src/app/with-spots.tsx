import { adminOnly } from '@lotkeeper/contract/kernel/access';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { listSpots } from '@lotkeeper/contract/platform/spots';
import { Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { RequestProperty } from '../features/platform/spots/request-property.tsx';
import { failureMessage } from '../kernel/api.ts';
import { useRead } from '../kernel/queries.ts';
import { useHasRole, useProfile } from '../kernel/session.tsx';
import { settings } from '../kernel/settings.ts';
import { EmptyState, ErrorState } from '../ui/data/states.tsx';
import { PageHeader } from '../ui/frame/page-header.tsx';
import { Panel } from '../ui/frame/panel.tsx';
import { Loading } from './loading.tsx';
import { AddSpotFormLink, AddSpotLink } from './shell/superuser-links.tsx';

/** An organization's properties, read once for the shell and the pages. */
export function useSpots(organizationId: string | null) {
  return useRead(
    listSpots,
    organizationId ? { query: { organization: organizationId, includeThirdParty: 'true' } } : null,
  );
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

/** The empty list: superusers add the first property, and Admins request it. */
function NoSpots({ organizationId }: { organizationId: string }) {
  const { superuser } = useProfile();
  const isAdmin = useHasRole(Number(organizationId))(adminOnly);
  const action = superuser ? (
    <AddSpotLink organizationId={organizationId} />
  ) : (
    <AskForSpot organizationId={organizationId} />
  );
  return (
    <>
      <PageHeader title="Properties" />
      <Panel>
        <EmptyState
          title="No parking lots here yet..."
          text={
            isAdmin
              ? 'Add the first property of this organization.'
              : 'Ask an Admin of your organization to add the first property.'
          }
          action={isAdmin ? action : null}
        />
      </Panel>
    </>
  );
}

/** The installation's form, or our own, which emails support. */
function AskForSpot({ organizationId }: { organizationId: string }) {
  return settings.add_spot_form_url ? (
    <AddSpotFormLink organizationId={organizationId} label="Add property" />
  ) : (
    <RequestProperty organizationId={organizationId} />
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
