import { createFileRoute, Link } from '@tanstack/react-router';
import { ComingPage } from '../coming-page.tsx';
import { valetDashboard } from '../coming-pages.ts';
import classes from '../page.module.css';

export const Route = createFileRoute('/_auth/valet/$orgId')({ component: ValetRoute });

function ValetRoute() {
  const { orgId } = Route.useParams();
  return (
    <main className={classes.bare}>
      <Link to="/">Go to your properties</Link>
      <ComingPage page={valetDashboard} organization={Number(orgId)} />
    </main>
  );
}
