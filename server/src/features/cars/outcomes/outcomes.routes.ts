import {
  getOutcomes,
  listCameraGaps,
  listOutcomeVisits,
  listUnexplainedCauses,
  outcomePageSize,
} from '@lotkeeper/contract/cars/outcomes';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { toEpochSeconds } from '@lotkeeper/contract/kernel/calendar';
import type { Serve } from '../../../kernel/http/call.ts';
import { readCameraGaps } from './camera-gaps.queries.ts';
import type { OutcomeVisitRow } from './outcomes.queries.ts';
import { countCauses, listOutcomeVisits as listVisits, readOutcomes } from './outcomes.queries.ts';

const toCursor = ({ local_date, pk }: OutcomeVisitRow) => `${local_date}.${pk}`;

function fromCursor(cursor: string) {
  const [local_date = '', pk] = cursor.split('.');
  return { local_date: local_date as LocalDate, pk: Number(pk) };
}

function toVisit(row: OutcomeVisitRow) {
  const { pk, plate, state, spot, entrance_at, exit_at, doubtful, cause, uncollected } = row;
  return {
    pk,
    plate,
    state,
    spot,
    doubtful,
    cause,
    uncollected,
    entrance_timestamp: entrance_at && toEpochSeconds(entrance_at),
    exit_timestamp: exit_at && toEpochSeconds(exit_at),
  };
}

/** How visits ended: counts from a rollup, and the visits behind each. */
export function outcomesRoutes(serve: Serve): void {
  serve(getOutcomes, async ({ scope, query }) => readOutcomes(scope, query));

  serve(listUnexplainedCauses, async ({ scope, query }) => ({
    causes: await countCauses(scope, query),
  }));

  serve(listCameraGaps, async ({ scope, query: { start_date: from, end_date: to }, now }) =>
    readCameraGaps(scope, { from, to, now }),
  );

  serve(listOutcomeVisits, async ({ scope, query: { cursor, ...question } }) => {
    const before = cursor === undefined ? null : fromCursor(cursor);
    const rows = await listVisits(scope, question, { before, limit: outcomePageSize + 1 });
    const results = rows.slice(0, outcomePageSize);
    const last = rows.length > outcomePageSize ? results.at(-1) : undefined;
    return { results: results.map(toVisit), next: last ? toCursor(last) : null };
  });
}
