import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** Opens the visits of a sponsor, of a code, or those whose code isn't known. */
export function VisitsLink(props: {
  spot: { pk: number; organization: number };
  month: LocalDate;
  visits: string;
  children: ReactNode;
}) {
  const { spot, month, visits, children } = props;
  return (
    <Link
      to="/organization/$organizationId/spots/$spotId/validation-bills"
      params={{ organizationId: String(spot.organization), spotId: String(spot.pk) }}
      search={{ month: month.slice(0, 7), visits }}
      resetScroll={false}
    >
      {children}
    </Link>
  );
}
