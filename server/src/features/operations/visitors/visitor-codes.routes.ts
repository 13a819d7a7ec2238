import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import {
  createVisitorCode,
  listVisitorCodes,
  noValidity,
  refreshVisitorCodes,
  removeVisitorCode,
  sentValidity,
  updateVisitorCode,
} from '@lotkeeper/contract/operations/visitor-codes';
import type { Serve } from '../../../kernel/http/call.ts';
import { requireFound } from '../../../kernel/refusal.ts';
import {
  changeVisitorCode,
  deleteVisitorCode,
  insertVisitorCode,
  listCodeEventRows,
  listVisitorCodeRows,
  redrawTemporaryCodes,
} from './visitor-codes.queries.ts';

/** The codes that give visitors of a property free parking. */
export function visitorCodesRoutes(serve: Serve): void {
  serve(listVisitorCodes, async ({ scope, now }) => {
    const [results, events] = await Promise.all([
      listVisitorCodeRows(scope),
      listCodeEventRows(scope, toLocalDate(now, scope.timezone)),
    ]);
    return { results, count: results.length, events };
  });

  serve(createVisitorCode, async ({ scope, body, now }) => {
    const { code, name, custom } = body;
    const validity = sentValidity(body) ?? noValidity;
    return insertVisitorCode(scope, { code, name, custom, validity }, now);
  });

  serve(updateVisitorCode, async ({ scope, params, body, now }) => {
    const { code, name, shown } = body;
    const validity = sentValidity(body) ?? undefined;
    return requireFound(
      await changeVisitorCode(scope, params.id, { code, name, shown, validity }, now),
      'visitor code',
    );
  });

  serve(removeVisitorCode, async ({ scope, params, now }) =>
    deleteVisitorCode(scope, params.id, now),
  );

  // This GET changes data, as the API requires, so only the Authorization header is accepted.
  serve(refreshVisitorCodes, async ({ scope, now }) => redrawTemporaryCodes(scope, now));
}
