import type { OrganizationRecord, SpotRecord } from '@lotkeeper/contract/kernel/access';
import type { Reach } from './reach.ts';

/** Where a record belongs; null as property = to the organization as a whole. */
export interface RecordOwner {
  organizationId: number;
  spotPk: number | null;
}

/** Finds where records belong that a call names by their pk or uuid alone. */
export interface RecordOwners {
  /** null = there is no such record within reach. */
  find(
    record: OrganizationRecord | SpotRecord,
    name: string,
    reach: Reach,
  ): Promise<RecordOwner | null>;
}
