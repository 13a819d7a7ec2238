import { valetRoles } from '@lotkeeper/contract/kernel/access';
import { createFileRoute, Link } from '@tanstack/react-router';
import { ForRoles } from '#app/for-roles.tsx';
import classes from '#app/page.module.css';
import { useFilters } from '#app/use-filters.ts';
import { ValetPage } from '#features/operations/valet/valet.page.tsx';
import { valetSearch } from '#features/operations/valet/valet-search.ts';
import { endSession } from '#kernel/session.tsx';

/** The valet dashboard has the whole screen to itself. Unknown filter values are dropped. */
export const Route = createFileRoute('/_auth/valet/$orgId')({
  validateSearch: valetSearch,
  component: ValetRoute,
});

function ValetRoute() {
  const { orgId } = Route.useParams();
  const navigate = Route.useNavigate();
  const home = (
    <Link
      className={classes.way ?? ''}
      to="/organization/$organizationId/spots"
      params={{ organizationId: orgId }}
      search={{ view: 'list' }}
    >
      Go to your properties
    </Link>
  );
  return (
    <ForRoles
      roles={valetRoles}
      organization={Number(orgId)}
      title="Valet Dashboard"
      frame={(refusal) => (
        <main className={classes.bare}>
          {home}
          {refusal}
        </main>
      )}
    >
      <ValetPage
        key={orgId}
        organizationId={orgId}
        {...useFilters(Route)}
        onLogout={() => void endSession(() => navigate({ to: '/login', replace: true }))}
        home={home}
      />
    </ForRoles>
  );
}
