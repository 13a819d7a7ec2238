import { names } from './driver-rows.ts';
import type { EraseBatch } from './erase-steps.ts';
import { listDueKeys } from './erase-steps.ts';
import { replacement } from './erase-texts.ts';
import { toPattern } from './subject.rules.ts';

interface ErasedRow {
  pk: number;
  content: string;
}

/** Deletes watched plates, and the alerts of their arrivals with what was muted. */
export const eraseWatchedPlates: EraseBatch = async (tx, { search }) => {
  const { organizationId } = search;
  const keys = await listDueKeys(tx, search, 'watched_plates');
  if (keys.length === 0) return null;
  const listPks = (start: string) =>
    keys.filter((key) => key.startsWith(start)).map((key) => key.slice(start.length));
  await tx`
    delete from watched_plates
    where organization_id = ${organizationId} and pk = any (${listPks('watch ')}::bigint[])`;
  await tx`
    with deleted as (
      delete from alerts
      where organization_id = ${organizationId} and pk = any (${listPks('alert ')}::bigint[])
      returning kind, subject)
    delete from alert_mutes m using deleted d
    where m.organization_id = ${organizationId} and m.kind = d.kind and m.subject = d.subject`;
  return { watched_plates: keys.length };
};

/**
 * Removes a driver from what alerts quote of the watch’s purpose, and from messages to members that wait: each may be
 * about other alerts too.
 */
export const eraseAlertTexts: EraseBatch = async (tx, { search }) => {
  const { organizationId, subject } = search;
  const found = toPattern(subject);
  if (!found) return null;
  const erase = (text: string) =>
    tx`regexp_replace(${tx.unsafe(text)}, ${found.pattern}, ${replacement}, ${found.isExactCase ? 'g' : 'gi'})`;
  // What is to be stored is read before (JSON first: nodes.ts).
  const alerts = await tx<ErasedRow[]>`
    select pk, (facts || jsonb_build_object('note', ${erase(`facts ->> 'note'`)}))::text as content
    from alerts
    where organization_id = ${organizationId} and kind = 'watched_plate'
      and ${names(tx, search, tx`facts ->> 'note'`)} for update`;
  for (const { pk, content } of alerts)
    await tx`
      update alerts set facts = ${content}::text::jsonb
      where organization_id = ${organizationId} and pk = ${pk}`;
  const messages = await tx<ErasedRow[]>`
    select pk, (content || jsonb_strip_nulls(jsonb_build_object(
      'subject', ${erase(`content ->> 'subject'`)}, 'text', ${erase(`content ->> 'text'`)},
      'html', ${erase(`content ->> 'html'`)})))::text as content
    from member_messages
    where organization_id = ${organizationId} and finished_at is null
      and ${names(tx, search, tx`concat_ws(' ', content ->> 'subject', content ->> 'text', content ->> 'html')`)}
    for update`;
  for (const { pk, content } of messages)
    await tx`
      update member_messages set content = ${content}::text::jsonb
      where organization_id = ${organizationId} and pk = ${pk} and finished_at is null`;
  return null;
};
