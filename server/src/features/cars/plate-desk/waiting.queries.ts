import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { WholeOrganizationScope } from '../../../kernel/access/scope.ts';
import { countWaiting } from './plate-desk.queries.ts';

/** How much waits for a person: doubtful cars, appeals, and connections that never sent. */
export async function readWaiting(scope: WholeOrganizationScope, now: Instant) {
  const { organizationId } = scope;
  const [desk, [rest]] = await Promise.all([
    countWaiting(scope, null, now),
    scope.read<[{ appeals: number; connections: number }]>(
      (sql) => sql`
        select (select count(*) from appeals a
            join violations v on v.organization_id = ${organizationId} and v.pk = a.violation_pk
            where a.organization_id = ${organizationId} and a.decision is null and v.status = 'Created') as appeals,
          (select count(*) from camera_feeds
            where organization_id = ${organizationId} and revoked_at is null and last_message_at is null) as connections`,
    ),
  ]);
  return { plate_desk: desk.waiting, ...rest };
}
