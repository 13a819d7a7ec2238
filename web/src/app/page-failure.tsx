import { Link } from '@tanstack/react-router';
import { ErrorState } from '../ui/states.tsx';

/** A page that failed to load or to draw: most often a new version is out. */
export function PageFailure() {
  return (
    <ErrorState
      title="This page could not be shown"
      hint="The rest still works. Load it again; if it stays, tell support what you did."
      onRetry={() => location.reload()}
    />
  );
}

/** An address that leads nowhere. */
export function NotFoundPage() {
  return (
    <main>
      <h1 className="ui-hidden">Lotkeeper</h1>
      <ErrorState
        title="There is nothing at this address"
        hint={<Link to="/">Go to your properties</Link>}
      />
    </main>
  );
}
