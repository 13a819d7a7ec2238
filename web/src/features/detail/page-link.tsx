import type { SpotSummary } from '@lotkeeper/contract/spots';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** Wraps a figure in a link to the page of the property that explains it. */
export const linkToPage = (spot: Pick<SpotSummary, 'organization' | 'pk'>, page: string) =>
  function PageLink(value: ReactNode) {
    return (
      <Link
        to="/organization/$organizationId/spots/$spotId/$page"
        params={{ organizationId: String(spot.organization), spotId: String(spot.pk), page }}
      >
        {value}
      </Link>
    );
  };
