import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Sql, Tx } from '../../kernel/data/database.ts';
import { defineJob, enqueueOnce } from '../../kernel/data/jobs.ts';

/**
 * What a message says. `unsubscribe` is a link that needs no sign-in: mail programs show a button for it. A push has a
 * `link`, which a click opens, and a later one with the same `tag` takes its place.
 */
export interface MemberMessageContent {
  subject: string;
  text: string;
  html?: string;
  unsubscribe?: string;
  link?: string;
  tag?: string;
}

export type MemberMedium = 'email' | 'sms' | 'push';

/** A message to a member of an organization. Messages with the same key are one, which is sent once. */
export interface MemberMessage extends MemberMessageContent {
  organization_id: number;
  person_pk: number;
  medium: MemberMedium;
  /** Unique in its organization: letters, digits and dashes. */
  key: string;
}

export const memberMessagesJob = defineJob<{ organization_id: number }>('send_member_messages', {
  waitsForOthers: true,
  isBulk: true,
});

/** Has the waiting messages of an organization sent. */
export const queueSending = (tx: Tx, organization_id: number, now: Instant): Promise<void> =>
  enqueueOnce(
    tx,
    memberMessagesJob,
    { organization_id },
    { key: `member messages ${organization_id}`, runAt: now },
  );

/**
 * Writes messages down, to be sent once the transaction commits. Who isn't a member gets none; a key that is there
 * already changes nothing. The job tries for three days, and never sends to somebody who left meanwhile. A push is a
 * message for each device of the person, or a mail when there is none.
 */
export async function queueMemberMessages(
  tx: Tx,
  messages: readonly MemberMessage[],
  now: Instant,
): Promise<void> {
  const rows = messages.map(({ organization_id, person_pk, medium, key, ...content }) => ({
    organization_id,
    person_pk,
    medium,
    key,
    content,
  }));
  await tx`
    insert into member_messages
      (organization_id, person_pk, role, medium, push_device_pk, key, content, created_at, next_try_at)
    select a.organization_id, a.person_pk, a.role,
      case when m.medium = 'push' and d.pk is null then 'email' else m.medium end, d.pk,
      concat_ws('-', m.key, d.pk), m.content, ${now}, ${now}
    from jsonb_to_recordset(${tx.json(rows)})
      as m (organization_id bigint, person_pk bigint, medium text, key text, content jsonb)
    join affiliations a on a.organization_id = m.organization_id
      and a.person_pk = m.person_pk and a.type = 'parking'
    left join push_devices d on m.medium = 'push' and d.person_pk = m.person_pk
    on conflict (organization_id, key) do nothing`;
  for (const pk of new Set(messages.map(({ organization_id }) => organization_id)))
    await queueSending(tx, pk, now);
}

/** Ends the mails to a person that wait to be sent, those whose key begins so. */
export const endWaitingMails = (
  sql: Sql,
  {
    organization_id,
    person_pk,
    keyStart,
    now,
  }: { organization_id: number; person_pk: number; keyStart: string; now: Instant },
) => sql`
  update member_messages set finished_at = ${now}, next_try_at = null, content = null,
    failure = 'The person ended these mails.'
  where organization_id = ${organization_id} and person_pk = ${person_pk} and medium = 'email'
    and finished_at is null and starts_with(key, ${keyStart})`;
