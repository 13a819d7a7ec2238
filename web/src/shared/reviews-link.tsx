import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** A count of ratings that links to the reviews, of one rating or of all. */
export const linkToReviews = (
  spot: { organization: number; pk: number },
  count: ReactNode,
  rating?: number,
) => (
  <Link
    to="/organization/$organizationId/spots/$spotId/reviews"
    params={{ organizationId: String(spot.organization), spotId: String(spot.pk) }}
    search={rating ? { rating } : {}}
  >
    {count}
  </Link>
);
