import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Detector, OpenDetectors } from '../../platform/alerts/public.ts';

/** Disputes whose end isn't known. */
const disputeOpened: Detector = {
  kinds: ['dispute_opened'],
  async findProblems(sql) {
    const rows = await sql<
      {
        organization_id: number;
        pk: number;
        spot_pk: number;
        rental: string | null;
        violation: string | null;
        amount: number;
        reason: string;
        state: string;
        opened_at: Instant;
        respond_by: Instant | null;
      }[]
    >`
      select d.organization_id, d.pk, coalesce(r.spot_pk, n.spot_pk) as spot_pk, r.uuid as rental,
        n.uuid as violation, d.amount, d.reason, d.state, d.opened_at, d.respond_by
      from disputes d
      left join violations n on n.organization_id = d.organization_id and n.pk = d.violation_pk
      left join live_rentals r on r.organization_id = d.organization_id and r.pk = d.rental_pk
      where d.closed_at is null`;
    return rows.map(({ organization_id, pk, spot_pk, amount, opened_at, ...facts }) => ({
      organization_id,
      spot_pk,
      kind: 'dispute_opened' as const,
      subject: `dispute ${pk}`,
      since: opened_at,
      cost: amount,
      facts,
    }));
  },
};

export const processorEventsDetectors: OpenDetectors = () => [disputeOpened];
