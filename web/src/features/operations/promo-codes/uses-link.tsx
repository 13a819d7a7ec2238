import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { UsesFilters } from './promo-search.ts';

interface UsesLinkProps {
  spot: { organization: number; pk: number };
  uses: UsesFilters;
  children: ReactNode;
}

export const toUses = ({ spot, uses }: Omit<UsesLinkProps, 'children'>) => ({
  to: '/organization/$organizationId/spots/$spotId/promo-uses' as const,
  params: { organizationId: String(spot.organization), spotId: String(spot.pk) },
  search: uses,
});

/** A number of uses that links to them. */
export const UsesLink = ({ children, ...props }: UsesLinkProps) => (
  <Link {...toUses(props)}>{children}</Link>
);
