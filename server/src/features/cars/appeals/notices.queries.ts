import type { AppealDecision, AppealReason, Notice } from '@lotkeeper/contract/cars/appeals';
import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import type { Sql } from '../../../kernel/data/database.ts';
import { toEpochMs } from '../../../kernel/data/epoch-ms.ts';
import type { TicketRow } from '../violations/public.ts';
import { ticketColumns } from '../violations/public.ts';
import type { NoticeKey } from './notice-tokens.ts';

/** The appeal of a violation. */
export interface NoticeAppeal {
  pk: number;
  request: string;
  reason: AppealReason;
  text: string;
  created_at: Instant;
  due_on: LocalDate;
  first_amount: Cents;
  decision: AppealDecision | null;
  decided_at: Instant | null;
  answer: string | null;
  /** The uuids of the driver's images. */
  images: string[];
}

/** A violation and what its driver may see of it. */
export interface NoticeRow extends TicketRow {
  spot_pk: number;
  visit_pk: number | null;
  property: string;
  /** The name of the organization. */
  operator: string;
  timezone: TimeZone;
  /** The state of the property, and from when the rules are that an Admin confirmed for it. */
  spot_state: string;
  confirmed_rules: LocalDate[];
  appeal: NoticeAppeal | null;
  payment: Notice['payment'];
}

/**
 * The violation that a driver names by its code and plate, in whichever organization. Both are asked at once, so that
 * a wrong plate takes no other time than a wrong code.
 */
export async function findNotice(
  sql: Sql,
  { codes, plateKey }: { codes: readonly string[]; plateKey: string },
): Promise<NoticeKey | null> {
  const [row] = await sql<{ organization_id: number; pk: number }[]>`
    select organization_id, pk from violations
    where code = any (${codes}::text[]) and plate_key = ${plateKey}
    order by created_at desc limit 1`;
  return row ? { organizationId: row.organization_id, violationPk: row.pk } : null;
}

/** Reads a violation with its appeal. */
export async function readNotice(
  sql: Sql,
  { organizationId, violationPk }: NoticeKey,
): Promise<NoticeRow | null> {
  const [row] = await sql<NoticeRow[]>`
    select ${ticketColumns(sql)}, v.spot_pk, v.visit_pk, s.name as property, o.name as operator, s.timezone,
      s.state as spot_state,
      (select coalesce(json_agg(r.valid_from), '[]') from appeal_rules r
        where r.organization_id = ${organizationId} and r.state = s.state) as confirmed_rules,
      (select json_build_object('pk', a.pk, 'request', a.request, 'reason', a.reason, 'text', a.text,
          'created_at', ${toEpochMs(sql, sql`a.created_at`)}, 'due_on', a.due_on,
          'first_amount', a.first_amount, 'decision', a.decision,
          'decided_at', ${toEpochMs(sql, sql`a.decided_at`)}, 'answer', a.answer,
          'images', (select coalesce(json_agg(i.image order by i.added_at, i.image), '[]')
            from appeal_images i where i.organization_id = ${organizationId} and i.appeal_pk = a.pk))
        from appeals a where a.organization_id = ${organizationId} and a.violation_pk = v.pk) as appeal,
      (select json_build_object('amount', p.amount, 'confirm_by', ${toEpochMs(sql, sql`p.confirm_by`)})
        from violation_orders p where p.organization_id = ${organizationId} and p.violation_pk = v.pk
          and p.state = 'sending') as payment
    from violations v
    join spots s on s.organization_id = ${organizationId} and s.pk = v.spot_pk
    join organizations o on o.pk = ${organizationId}
    where v.organization_id = ${organizationId} and v.pk = ${violationPk}`;
  return row ?? null;
}
