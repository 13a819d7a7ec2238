import type { Instant, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import type { DisputeState } from '@lotkeeper/contract/money/disputes';
import { storyLimit } from '@lotkeeper/contract/trust/stories';
import type { StoryEvent } from '@lotkeeper/contract/trust/story-events';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { Subject } from './story-rows.queries.ts';
import { selectViolationPks } from './story-rows.queries.ts';

interface DisputeRow {
  amount: Cents;
  reason: string;
  state: DisputeState;
  opened_at: Instant;
  respond_by: Instant | null;
  closed_at: Instant | null;
}

/** The disputes of the charges of a story's rental and violations, oldest first. */
export const listDisputes = (scope: OrganizationScope, subject: Subject): Promise<DisputeRow[]> =>
  scope.read<DisputeRow[]>(
    (sql) => sql`
      select amount, reason, state, opened_at, respond_by, closed_at from disputes
      where organization_id = ${scope.organizationId} and (rental_pk = ${subject.rentalPk}
        or violation_pk in (${selectViolationPks(sql, scope.organizationId, subject)}))
      order by opened_at, pk limit ${sql.literal(storyLimit)}`,
  );

/** The events of a dispute: its start, and how it ended. */
export function toDisputeEvents(dispute: DisputeRow, timezone: TimeZone): StoryEvent[] {
  const { amount, reason, state, opened_at, closed_at } = dispute;
  const respond_by = dispute.respond_by && toLocalDate(dispute.respond_by, timezone);
  const event = { amount, reason, state, respond_by };
  const opening: StoryEvent = { kind: 'disputed', happened_at: opened_at, ...event };
  if (closed_at === null) return [opening];
  return [opening, { kind: 'dispute_ended', happened_at: closed_at, ...event }];
}
