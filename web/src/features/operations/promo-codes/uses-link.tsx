import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { UsesFilters } from './promo-search.ts';

interface UsesLinkProps {
  spot: { organization: number; pk: number };
  uses: UsesFilters;
  children: ReactNode;
}

/** Where the uses of a discount code are listed. */
export const toUses = ({ spot, uses }: Omit<UsesLinkProps, 'children'>) => ({
  to: '/organization/$organizationId/spots/$spotId/promo-uses' as const,
  params: { organizationId: String(spot.organization), spotId: String(spot.pk) },
  search: uses,
});

/** A count of uses that opens them. */
export const UsesLink = ({ children, ...props }: UsesLinkProps) => (
  <Link {...toUses(props)}>{children}</Link>
);
