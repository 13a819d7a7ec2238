import { getProfile } from '@lotkeeper/contract/people/session';
import { getOrganization } from '@lotkeeper/contract/platform/organizations';
import { listSpots } from '@lotkeeper/contract/platform/spots';
import { findOrganization } from '../kernel/early-reads.ts';
import { queryClient, readOptions } from '../kernel/queries.ts';
import { buildSpotsInput } from './with-spots.tsx';

/** A slow answer must not hold back the outline of the page any longer, in milliseconds. */
const maxWaitMs = 150;

let hasRead = false;

/**
 * Waits for the reads that start early, so that a page opened by its URL is drawn once with all
 * of them, instead of once for each.
 */
export async function awaitFirstReads(path: string): Promise<void> {
  const organization = hasRead ? null : findOrganization(path);
  hasRead = true;
  if (!organization) return;
  const reads = Promise.all([
    queryClient.prefetchQuery(readOptions(getProfile, {})),
    queryClient.prefetchQuery(readOptions(getOrganization, { params: { id: organization } })),
    queryClient.prefetchQuery(readOptions(listSpots, buildSpotsInput(organization))),
  ]);
  await Promise.race([reads, new Promise((resolve) => setTimeout(resolve, maxWaitMs))]);
}
