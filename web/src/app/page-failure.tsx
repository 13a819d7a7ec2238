import { isLoadFailure, useFailureExplanation } from '../kernel/builds.ts';
import { ErrorState } from '../ui/data/states.tsx';

export function PageFailure({ error }: { error: unknown }) {
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
