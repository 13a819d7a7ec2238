import type { RetentionClass } from '@lotkeeper/contract/trust/retention-classes';
import type { Expiring } from './expiry.ts';
import { oldImages } from './old-images.ts';
import { oldMessages } from './old-messages.ts';
import { oldReads } from './old-reads.ts';
import { oldSearches } from './old-searches.ts';
import { oldVisitors } from './old-visitors.ts';
import { oldVisits } from './old-visits.ts';

/** How the old rows of each class are found and deleted. */
export const expiringClasses: Record<RetentionClass, Expiring> = {
  images: oldImages,
  reads: oldReads,
  camera_messages: oldMessages,
  visits: oldVisits,
  visitors: oldVisitors,
  plate_searches: oldSearches,
};
