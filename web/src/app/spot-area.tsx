import type { Organization } from '@lotkeeper/contract/platform/organizations';
import { getOrganization } from '@lotkeeper/contract/platform/organizations';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { useParams } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { createContext, use } from 'react';
import { useRead } from '../kernel/queries.ts';
import { PlaceProvider } from '../ui/frame/page-header.tsx';
import { Loading } from './loading.tsx';
import { PageForRoles } from './page-for-roles.tsx';
import { WithSpots } from './with-spots.tsx';

export interface SpotAreaParts {
  organization: Organization;
  spot: SpotSummary;
  spots: SpotSummary[];
}

const SpotAreaContext = createContext<SpotAreaParts | null>(null);

export function useSpotArea(): SpotAreaParts {
  const spotArea = use(SpotAreaContext);
  if (!spotArea) throw new Error('useSpotArea outside a property page.');
  return spotArea;
}

/** The page's other props. */
type Own<Props> = Omit<Props, keyof SpotAreaParts>;

/** A page of the property, remounted for another one. */
export function SpotPage<Props extends object>(
  props: Own<Props> & { page: ComponentType<Props> & ComponentType<SpotAreaParts & Own<Props>> },
) {
  const { page, ...own } = props;
  const Page: ComponentType<SpotAreaParts & Own<Props>> = page;
  const area = useSpotArea();
  return <Page key={area.spot.pk} {...area} {...(own as unknown as Own<Props>)} />;
}

/** Everything in one property; if it's missing or not the caller's, opens the first property's Detail page. */
export function SpotArea() {
  const { organizationId, spotId } = useParams({
    from: '/_auth/_shell/organization/$organizationId/spots/$spotId',
  });
  const { data: organization } = useRead(getOrganization, { params: { id: organizationId } });
  if (!organization) return <Loading />;
  return (
    <WithSpots organizationId={organizationId} openFirst={false}>
      {(spots) => <Chosen {...{ organizationId, spotId, organization, spots }} />}
    </WithSpots>
  );
}

function Chosen(props: {
  organizationId: string;
  spotId: string;
  organization: Organization;
  spots: SpotSummary[];
}) {
  const { organizationId, spotId, organization, spots } = props;
  const spot = spots.find((spot) => String(spot.pk) === spotId || spot.uuid === spotId);
  if (!spot) {
    return (
      <WithSpots organizationId={organizationId} openFirst>
        {() => null}
      </WithSpots>
    );
  }
  return (
    <SpotAreaContext value={{ organization, spot, spots }}>
      <PlaceProvider value={spot.name}>
        <PageForRoles organization={organization.pk} subtitle={spot.name} />
      </PlaceProvider>
    </SpotAreaContext>
  );
}
