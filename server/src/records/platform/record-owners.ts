import type { OrganizationRecord, SpotRecord } from '@lotkeeper/contract/kernel/access';
import { isWithinReach } from '../../kernel/access/reach.ts';
import type { Database } from '../../kernel/data/database.ts';
import { findWithinReach } from '../../kernel/data/nodes.ts';
import type { FindOwner } from '../../kernel/http/request-scope.ts';

const organizationTables: Record<OrganizationRecord, string> = { invitation: 'invitations' };

/**
 * The tables whose rows calls identify by pk or uuid, each with an index on it. Ledger entries have no such index,
 * because every payment would have to maintain it; they're found by each organization's primary key.
 */
const spotTables: Record<SpotRecord, string> = {
  event: 'events',
  rate: 'rates',
  'visitor code': 'visitor_codes',
  'validation sponsor': 'validation_sponsors',
  visitor: 'visitors',
  'visitor upload': 'visitor_imports',
  'discount code': 'promo_codes',
  kiosk: 'kiosks',
  violation: 'violations',
  visit: 'visits',
  rental: 'rentals',
  'monthly rental': 'rentals',
  'custom report': 'custom_reports',
  'valet session': 'valet_sessions',
  'ledger entry': 'ledger_entries',
};

const isOfOrganization = (record: OrganizationRecord | SpotRecord): record is OrganizationRecord =>
  record in organizationTables;

/** Looks records up before there is a scope; reveals nothing but which organization and property they belong to. */
export const makeOwnerFinder =
  (database: Database): FindOwner =>
  (record, name, reach) => {
    const { system: sql } = database;
    const ofOrganization = isOfOrganization(record);
    const table = ofOrganization ? organizationTables[record] : spotTables[record];
    return findWithinReach(database, reach, async (organizations) => {
      const [row] = await sql<{ organizationId: number; spotPk: number | null }[]>`
        select organization_id as "organizationId",
          ${ofOrganization ? sql`null` : sql`spot_pk`} as "spotPk"
        from ${sql.identifier(table)}
        where ${/^\d+$/.test(name) ? sql`pk = ${Number(name)}` : sql`uuid = ${name}`}
          ${record === 'monthly rental' ? sql`and rental_type = 'monthly'` : sql``}
          and ${isWithinReach(sql, organizations)}
          ${record === 'ledger entry' ? sql`and organization_id in (select pk from organizations)` : sql``}`;
      return row ?? null;
    });
  };
