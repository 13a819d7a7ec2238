import type { ErrorComponentProps } from '@tanstack/react-router';
import { Link } from '@tanstack/react-router';
import { isLoadFailure, useFailureExplanation } from '../kernel/builds.ts';
import { ErrorState } from '../ui/data/states.tsx';

export function PageFailure({ error }: ErrorComponentProps) {
  return isLoadFailure(error) ? <LoadFailure /> : <DrawFailure />;
}

function LoadFailure() {
  return (
    <ErrorState
      title="This page couldn’t be displayed"
      hint={useFailureExplanation()}
      onRetry={() => location.reload()}
    />
  );
}

function DrawFailure() {
  return (
    <ErrorState
      title="This page couldn’t be displayed"
      hint="Everything else still works. Reload the page; if the problem persists, tell support what you did."
      onRetry={() => location.reload()}
    />
  );
}

export function NotFoundPage() {
  return (
    <main>
      <NotFound />
    </main>
  );
}

/** Like `NotFoundPage`, for pages that already have their main landmark. */
export function NotFound() {
  return (
    <>
      <h1 className="ui-hidden">Lotkeeper</h1>
      <ErrorState title="Page not found" hint={<Link to="/">Go to your properties</Link>} />
    </>
  );
}
