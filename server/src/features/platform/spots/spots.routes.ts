import { getSpot, listSpots } from '@lotkeeper/contract/platform/spots';
import type { Serve } from '../../../kernel/http/call.ts';
import { requireFound } from '../../../kernel/refusal.ts';
import { listSpotSummaries, readSpot } from './spots.queries.ts';

/** The properties of an organization. */
export function spotsRoutes(serve: Serve): void {
  serve(listSpots, async ({ scope, now }) => listSpotSummaries(scope, now));

  serve(getSpot, async ({ scope, now }) => requireFound(await readSpot(scope, now), 'property'));
}
