import { createFileRoute } from '@tanstack/react-router';
import { HelpCenterPage } from '../../../../features/help-center/help-center.page.tsx';
import { validateHelpSearch } from '../../../help-search.ts';

export const Route = createFileRoute('/_auth/_shell/help-center')({
  validateSearch: validateHelpSearch,
  component: HelpCenterRoute,
});

function HelpCenterRoute() {
  const { organization, search = '' } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <HelpCenterPage
      organization={organization}
      search={search}
      onSearch={(text) =>
        void navigate({
          search: (now) => ({ ...now, search: text || undefined }),
          replace: true,
        })
      }
    />
  );
}
