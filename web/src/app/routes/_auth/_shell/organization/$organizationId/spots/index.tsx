import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { WithSpots } from '#app/with-spots.tsx';
import { SpotsPage } from '#features/platform/spots/spots.page.tsx';
import { choiceParam, param, textParam } from '#kernel/search-params.ts';
import { readSort, sortText } from '#ui/data/sorting.tsx';

/** `view=list` shows the list; otherwise an organization with properties opens the first one. */
export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/spots/')({
  validateSearch: z.object({
    view: choiceParam(['list']),
    searchTerm: textParam(100),
    sort: param(z.string().check(z.regex(/^-?[a-z_]{1,40}$/))),
  }),
  component: () => {
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
                search: (now) => ({ ...now, view: 'list', searchTerm }),
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
  },
});
