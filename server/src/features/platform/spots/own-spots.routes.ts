import { listOwnSpots } from '@lotkeeper/contract/platform/own-spots';
import type { Serve } from '../../../kernel/http/call.ts';
import { listOwnSpotRows } from './own-spots.queries.ts';

/** What programs need to know about an organization before they send anything. */
export function ownSpotsRoutes(serve: Serve): void {
  serve(listOwnSpots, async ({ scope }) => listOwnSpotRows(scope));
}
