import { Link } from '@tanstack/react-router';
import { ErrorState } from '../ui/data/states.tsx';

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
