import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { AppealPage } from '#features/cars/appeals/appeal.page.tsx';
import { textParam } from '../../kernel/search-params.ts';

/** For drivers, who have no account: the number of their violation may be in the link. */
export const Route = createFileRoute('/appeal')({
  validateSearch: z.object({ code: textParam(40) }),
  component: AppealRoute,
});

function AppealRoute() {
  const { code = '' } = Route.useSearch();
  return <AppealPage key={code} code={code} />;
}
