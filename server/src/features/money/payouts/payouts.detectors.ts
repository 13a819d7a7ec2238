import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { AccountRequirements } from '@lotkeeper/contract/money/payout-requirements';
import { explainStop } from '@lotkeeper/contract/money/payout-requirements';
import type { Detector, OpenDetectors } from '../../platform/alerts/public.ts';

/** An organization's newest payout that failed, until one is paid or the bank account is changed. */
const payoutFailed: Detector = {
  kinds: ['payout_failed'],
  async findProblems(sql) {
    const rows = await sql<
      {
        organization_id: number;
        settled_at: Instant;
        amount: number;
        reason: string | null;
        period: string;
      }[]
    >`
      select distinct on (o.organization_id) o.organization_id, o.settled_at, o.amount, o.reason, o.period
      from payout_orders o
      where o.state = 'failed' and o.settled_at is not null
        and not exists (select from payout_orders later
          where later.organization_id = o.organization_id and later.state <> 'failed'
            and (later.settled_at > o.settled_at or later.created_at > o.settled_at))
        and not exists (select from payout_accounts a
          where a.organization_id = o.organization_id and a.bank_changed_at > o.settled_at)
      order by o.organization_id, o.settled_at desc`;
    return rows.map(({ organization_id, settled_at, amount, reason, period }) => ({
      organization_id,
      spot_pk: null,
      kind: 'payout_failed' as const,
      subject: 'payouts',
      since: settled_at,
      cost: amount,
      facts: { reason, period },
    }));
  },
};

/** Accounts with a bank that the processor doesn't pay, or that are held after a change of bank. */
const payoutHeld: Detector = {
  kinds: ['payout_held'],
  async findProblems(sql, now) {
    const rows = await sql<
      {
        organization_id: number;
        held_until: Instant | null;
        bank_changed_at: Instant | null;
        requirements: AccountRequirements | null;
        requirements_read_at: Instant | null;
      }[]
    >`
      select organization_id, held_until, bank_changed_at, requirements, requirements_read_at
      from payout_accounts
      where bank_ref is not null
        and (held_until > ${now} or (requirements ->> 'can_be_paid')::boolean is false)`;
    return rows.map((row) => {
      const isHeld = row.held_until !== null && row.held_until > now;
      return {
        organization_id: row.organization_id,
        spot_pk: null,
        kind: 'payout_held' as const,
        subject: 'payouts held',
        since: (isHeld ? row.bank_changed_at : row.requirements_read_at) ?? now,
        cost: null,
        facts: {
          reason: row.requirements && explainStop(row.requirements),
          until: isHeld ? row.held_until : null,
        },
      };
    });
  },
};

export const payoutsDetectors: OpenDetectors = () => [payoutFailed, payoutHeld];
