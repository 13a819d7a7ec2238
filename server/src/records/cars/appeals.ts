import type {
  AppealDecision,
  AppealLanguage,
  AppealReason,
} from '@lotkeeper/contract/cars/appeals';
import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import type { Fragment, Sql, Tx } from '../../kernel/data/database.ts';
import { defineJob, enqueueOnce } from '../../kernel/data/jobs.ts';

/** Whether the violation with this pk has an appeal that nobody decided. Nothing further happens to it until then. */
export const isAppealed = (sql: Sql, organizationId: number, violation: Fragment): Fragment => sql`
  exists (select from appeals p where p.organization_id = ${organizationId}
    and p.violation_pk = ${violation} and p.decision is null)`;

interface Within {
  tx: Tx;
  organizationId: number;
}

export interface AppealInput {
  violation_pk: number;
  /** From the driver's page: the same for each try to send it. */
  request: string;
  reason: AppealReason;
  text: string;
  email: string | null;
  phone: string | null;
  due_on: LocalDate;
  first_amount: Cents;
  /** Of the driver's page. */
  language: AppealLanguage;
}

/** Records an appeal; returns its pk, or null if the violation has one. */
export async function recordAppeal(
  { tx, organizationId }: Within,
  appeal: AppealInput,
  now: Instant,
): Promise<number | null> {
  const { violation_pk, request, reason, text, email, phone, due_on, first_amount, language } =
    appeal;
  const [row] = await tx<{ pk: number }[]>`
    insert into appeals (organization_id, violation_pk, request, reason, text, email, phone, created_at, due_on,
      first_amount, language)
    values (${organizationId}, ${violation_pk}, ${request}, ${reason}, ${text}, ${email}, ${phone}, ${now},
      ${due_on}, ${first_amount}, ${language})
    on conflict (organization_id, violation_pk) do nothing
    returning pk`;
  return row?.pk ?? null;
}

export async function recordAppealImage(
  { tx, organizationId }: Within,
  { appeal_pk, image }: { appeal_pk: number; image: string },
  now: Instant,
): Promise<void> {
  await tx`
    insert into appeal_images (organization_id, appeal_pk, image, added_at)
    values (${organizationId}, ${appeal_pk}, ${image}, ${now}) on conflict do nothing`;
}

export async function changeAssignee(
  { tx, organizationId }: Within,
  { pk, person }: { pk: number; person: number | null },
): Promise<void> {
  await tx`
    update appeals set assignee = ${person} where organization_id = ${organizationId} and pk = ${pk}`;
}

/** Records the decision of an appeal. Call with its violation locked, after checking that nobody decided. */
export async function recordDecision(
  { tx, organizationId }: Within,
  {
    pk,
    decision,
    answer,
    person,
  }: { pk: number; decision: AppealDecision; answer: string; person: number },
  now: Instant,
): Promise<void> {
  await tx`
    update appeals set decision = ${decision}, answer = ${answer}, decided_by = ${person}, decided_at = ${now}
    where organization_id = ${organizationId} and pk = ${pk} and decision is null`;
}

/** A message to the driver: that the appeal arrived, or what was decided. */
export interface AppealMessageKey {
  organization_id: number;
  appeal_pk: number;
  medium: 'email' | 'sms';
  event: 'sent' | 'decided';
}

export const appealMessageJob = defineJob<AppealMessageKey>('send_appeal_message', {
  waitsForOthers: true,
});

/** Queues a message to each address that the driver left. */
export async function queueAppealMessages(
  { tx, organizationId }: Within,
  appeal: { pk: number; email: string | null; phone: string | null },
  event: AppealMessageKey['event'],
  now: Instant,
): Promise<void> {
  const media = [
    ...(appeal.email === null ? [] : (['email'] as const)),
    ...(appeal.phone === null ? [] : (['sms'] as const)),
  ];
  for (const medium of media) {
    const payload = { organization_id: organizationId, appeal_pk: appeal.pk, medium, event };
    const key = `send_appeal_message:${appeal.pk}:${event}:${medium}`;
    await enqueueOnce(tx, appealMessageJob, payload, { key, runAt: now });
  }
}
