import { createFileRoute } from '@tanstack/react-router';
import { helpSearch } from '#app/help-search.ts';
import { HelpCenterPage } from '#features/platform/help-center/help-center.page.tsx';

export const Route = createFileRoute('/_auth/_shell/help-center')({
  validateSearch: helpSearch,
  component: () => {
    const { organization, search = '' } = Route.useSearch();
    const navigate = Route.useNavigate();
    return (
      <HelpCenterPage
        organization={organization}
        search={search}
        onSearch={(text) =>
          void navigate({
            search: (now) => ({ ...now, search: text }),
            replace: true,
          })
        }
      />
    );
  },
});
