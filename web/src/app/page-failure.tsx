import { Link } from '@tanstack/react-router';
import { ErrorState } from '../ui/data/states.tsx';

/** A page that failed to load or to draw: most often a new version is out. */
export function PageFailure() {
  return (
    <ErrorState
      title="This page couldn’t be displayed"
      hint="Everything else still works. Reload the page; if the problem persists, tell support what you did."
      onRetry={() => location.reload()}
    />
  );
}

/** A URL that leads nowhere. */
export function NotFoundPage() {
  return (
    <main>
      <NotFound />
    </main>
  );
}

/** As `NotFoundPage`, inside a page that has its main landmark already. */
export function NotFound() {
  return (
    <>
      <h1 className="ui-hidden">Lotkeeper</h1>
      <ErrorState title="Page not found" hint={<Link to="/">Go to your properties</Link>} />
    </>
  );
}
