import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { UsesFilters } from './promo-search.ts';

interface UsesLinkProps {
  spot: { organization: number; pk: number };
  uses: UsesFilters;
  children: ReactNode;
}

/** A number of uses that links to them. */
export const UsesLink = ({ spot, uses, children }: UsesLinkProps) => (
  <Link
    to="/organization/$organizationId/spots/$spotId/promo-uses"
    params={{ organizationId: String(spot.organization), spotId: String(spot.pk) }}
    search={uses}
  >
    {children}
  </Link>
);
