import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { SqlPool, Tx } from '../../../kernel/data/database.ts';
import type {
  MemberMedium,
  MemberMessageContent,
} from '../../../records/platform/member-messages.ts';
import { queueSending } from '../../../records/platform/member-messages.ts';

/** A message whose turn it is; `to` is null if the person has no such address, and `subscription` if the device is gone. */
export interface ClaimedMessage {
  organization_id: number;
  pk: number;
  person_pk: number;
  medium: MemberMedium;
  to: string | null;
  push_device_pk: number | null;
  subscription: Buffer | null;
  key: string;
  content: MemberMessageContent;
  created_at: Instant;
  tries: number;
}

/** Ends messages whose recipient left, or has a lower role than when they were written. */
export const dropUnwelcome = (tx: Tx, organizationId: number, now: Instant) => tx`
  update member_messages m set finished_at = ${now}, next_try_at = null, content = null,
    failure = 'The person left the organization, or has another role.'
  where m.organization_id = ${organizationId} and m.finished_at is null and not exists (
    select from affiliations a
    where a.organization_id = ${organizationId} and a.person_pk = m.person_pk
      and a.type = 'parking' and a.role in ('ADMIN', m.role))`;

/** Takes the next message that is due, oldest first, and counts a try; others leave it alone until `until`. */
export async function claimMessage(
  tx: Tx,
  organizationId: number,
  { media, now, until }: { media: readonly string[]; now: Instant; until: Instant },
): Promise<ClaimedMessage | null> {
  const [claimed] = await tx<ClaimedMessage[]>`
    update member_messages m set tries = m.tries + 1, next_try_at = ${until}
    from people p
    where m.organization_id = ${organizationId} and p.pk = m.person_pk and m.pk = (
      select pk from member_messages
      where organization_id = ${organizationId} and finished_at is null and next_try_at <= ${now}
        and medium = any (${media}::text[])
      order by medium = 'push', next_try_at, pk limit 1 for update skip locked)
    returning m.organization_id, m.pk, m.person_pk, m.medium, m.key, m.content, m.created_at, m.tries, m.push_device_pk,
      case when m.medium = 'email' then p.email when m.medium = 'sms' then p.phone end as to,
      (select d.subscription_sealed from push_devices d
        where d.pk = m.push_device_pk and d.person_pk = m.person_pk) as subscription`;
  return claimed ?? null;
}

type Key = Pick<ClaimedMessage, 'organization_id' | 'pk'>;

/** Ends a message; `failure` says why it was given up. */
export const finishMessage = (
  tx: Tx,
  { organization_id, pk }: Key,
  { now, failure }: { now: Instant; failure: string | null },
) => tx`
  update member_messages set finished_at = ${now}, next_try_at = null, content = null, failure = ${failure}
  where organization_id = ${organization_id} and pk = ${pk}`;

/** Has a push that its device will never take sent as a mail, unless another device that works got it as well. */
export async function replacePush(
  tx: Tx,
  claimed: ClaimedMessage,
  { now, failure }: { now: Instant; failure: string },
): Promise<void> {
  const { organization_id, pk, person_pk, push_device_pk, created_at } = claimed;
  const [otherDevice] = await tx`
    select from push_devices
    where person_pk = ${person_pk} and pk is distinct from ${push_device_pk} and failure is null
      and created_at <= ${created_at} limit 1`;
  if (otherDevice) {
    await finishMessage(tx, claimed, { now, failure });
    return;
  }
  await tx`
    update member_messages set medium = 'email', push_device_pk = null, next_try_at = ${now}
    where organization_id = ${organization_id} and pk = ${pk}`;
}

/** Leaves a message for a later try. */
export const postponeMessage = (
  tx: Tx,
  { organization_id, pk }: Key,
  { until, failure }: { until: Instant; failure: string },
) => tx`
  update member_messages set next_try_at = ${until}, failure = ${failure}
  where organization_id = ${organization_id} and pk = ${pk}`;

/** Queues every organization with messages that are due. */
export async function queueDue(sql: SqlPool, now: Instant): Promise<void> {
  const due = await sql<{ organization_id: number }[]>`
    select distinct organization_id from member_messages
    where finished_at is null and next_try_at <= ${now}`;
  for (const { organization_id } of due)
    await sql.begin((tx) => queueSending(tx, organization_id, now));
}

/** Removes the lines of messages that ended before a time. */
export const removeOld = (sql: SqlPool, before: Instant) =>
  sql`delete from member_messages where finished_at < ${before}`;
