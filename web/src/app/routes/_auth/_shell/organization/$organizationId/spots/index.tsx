import { createFileRoute } from '@tanstack/react-router';
import { WithSpots } from '#app/with-spots.tsx';
import { SpotsPage } from '#features/spots/spots.page.tsx';
import { readText } from '#kernel/url-state.ts';
import { readSort, sortText } from '#ui/data/sorting.tsx';

/** `view=list` shows the list; without it an organization that has properties opens the first one. */
export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/spots/')({
  validateSearch: (search: Record<string, unknown>) => ({
    ...(search.view === 'list' ? { view: 'list' as const } : {}),
    ...readText(search, 'searchTerm', 100),
    ...(readSort(search.sort) ? { sort: String(search.sort) } : {}),
  }),
  component: SpotsRoute,
});

function SpotsRoute() {
  const search = Route.useSearch();
  const { organizationId } = Route.useParams();
  const navigate = Route.useNavigate();
  return (
    <WithSpots organizationId={organizationId} openFirst={search.view !== 'list'}>
      {(spots) => (
        <SpotsPage
          organizationId={organizationId}
          spots={spots}
          searchTerm={search.searchTerm ?? ''}
          onSearch={(searchTerm) =>
            void navigate({
              search: ({ sort }) => ({
                view: 'list',
                ...(searchTerm ? { searchTerm } : {}),
                ...(sort ? { sort } : {}),
              }),
              replace: true,
            })
          }
          sorting={{
            order: readSort(search.sort),
            onSort: (order) =>
              void navigate({ search: (now) => ({ ...now, sort: sortText(order) }) }),
          }}
        />
      )}
    </WithSpots>
  );
}
