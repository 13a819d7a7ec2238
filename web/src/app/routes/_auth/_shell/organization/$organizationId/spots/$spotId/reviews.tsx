import { adminAndEmployee } from '@lotkeeper/contract/kernel/access';
import { createFileRoute } from '@tanstack/react-router';
import { ForRoles } from '#app/for-roles.tsx';
import { readPage } from '#app/page-search.ts';
import { useSpotArea } from '#app/spot-area.tsx';
import { ReviewsPage } from '#features/driver-insights/reviews.page.tsx';

interface ReviewSearch {
  /** Stars; absent = any. */
  rating?: number;
  page?: number;
}

const readRating = ({ rating }: Record<string, unknown>): Pick<ReviewSearch, 'rating'> =>
  /^[1-5]$/.test(String(rating)) ? { rating: Number(rating) } : {};

/** Which reviews are listed, as in the URL. */
export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/reviews',
)({
  validateSearch: (search: Record<string, unknown>): ReviewSearch => ({
    ...readRating(search),
    ...readPage(search),
  }),
  component: ReviewsRoute,
});

function ReviewsRoute() {
  const { organization, spot } = useSpotArea();
  const { page = 1, rating } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ForRoles roles={adminAndEmployee} organization={organization.pk} title="Reviews">
      <ReviewsPage
        key={spot.pk}
        spot={spot}
        rating={rating}
        page={page}
        onChoose={(chosen) => void navigate({ search: readRating({ rating: chosen }) })}
        onPage={(next, mode) =>
          void navigate({
            search: { ...readRating({ rating }), ...readPage({ page: next }) },
            replace: mode === 'replace',
          })
        }
      />
    </ForRoles>
  );
}
