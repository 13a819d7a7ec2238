import { createHash } from 'node:crypto';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import type { SecretBox } from '../../../kernel/access/secrets.ts';
import type { SqlPool, Tx } from '../../../kernel/data/database.ts';
import { mailBody } from '../../../kernel/messages/mail-body.ts';
import type { MemberMessage } from '../../../records/platform/member-messages.ts';
import { queueMemberMessages } from '../../../records/platform/member-messages.ts';
import { alertLinks } from './alert-links.ts';
import type { AlertLinks, ToldAlert } from './alert-message.rules.ts';
import { composeAlertMail, composeAlertPush, composeAlertText } from './alert-message.rules.ts';
import type { DueGroup } from './due-notices.rules.ts';
import { groupDueNotices } from './due-notices.rules.ts';
import {
  dropNotices,
  insertMessage,
  readOrganizationName,
  readSentMessages,
  readWaitingNotices,
  takeNotices,
} from './notices.queries.ts';

export interface NoticeDeps {
  sql: SqlPool;
  secretBox: SecretBox;
  publicUrl: () => string;
}

/** The key of a message: the same alerts with the same events are sent to a person once. */
function makeKey({ organization_id, person_pk, medium }: DueGroup, alerts: readonly ToldAlert[]) {
  const events = alerts.map(({ pk, event }) => `${pk} ${event}`);
  const name = [organization_id, person_pk, medium, ...events].join('\n');
  return `alert-${createHash('sha256').update(name).digest('hex').slice(0, 32)}`;
}

/** Builds the message of a group. */
function buildMessage(
  { secretBox, publicUrl }: NoticeDeps,
  group: DueGroup,
  alerts: readonly ToldAlert[],
  organization: string,
): MemberMessage {
  const { organization_id, person_pk, medium } = group;
  const signer = alertLinks(secretBox);
  const person = { organizationId: organization_id, personPk: person_pk };
  const links: AlertLinks = {
    publicUrl: publicUrl(),
    organizationId: organization_id,
    getMuteLink: ({ pk }) => `${publicUrl()}/mute/${signer.issueMute({ ...person, alertPk: pk })}`,
  };
  const message = { organization_id, person_pk, medium, key: makeKey(group, alerts) };
  if (medium === 'sms')
    return { ...message, subject: '', text: composeAlertText(alerts, links, group) };
  const unsubscribe = `${publicUrl()}/unsubscribe/${signer.issueUnsubscribe(person)}`;
  if (medium === 'push') return { ...message, ...composeAlertPush(alerts, links), unsubscribe };
  const { subject, content } = composeAlertMail(alerts, organization, links);
  return { ...message, subject, ...mailBody(content), unsubscribe };
}

async function sendGroup(deps: NoticeDeps, tx: Tx, group: DueGroup, now: Instant): Promise<void> {
  const alerts = await takeNotices(tx, group, now);
  if (alerts.length === 0) return;
  const organization = await readOrganizationName(tx, group.organization_id);
  await queueMemberMessages(tx, [buildMessage(deps, group, alerts, organization)], now);
  await insertMessage(tx, group, { alerts: alerts.length, now });
}

/** Queues one message to each person for all that may be sent now. Returns what failed. */
export async function sendDueNotices(deps: NoticeDeps, now: Instant): Promise<unknown[]> {
  const { sql } = deps;
  const waiting = await readWaitingNotices(sql, now);
  if (waiting.length === 0) return [];
  const organizationIds = [...new Set(waiting.map(({ organization_id }) => organization_id))];
  const sentMessages = await readSentMessages(sql, organizationIds, instant(now - dayMs));
  const { due, unwanted } = groupDueNotices(waiting, sentMessages, now);
  const failures: unknown[] = [];
  for (const group of unwanted) await dropNotices(sql, group);
  for (const group of due)
    await sql
      .begin((tx) => sendGroup(deps, tx, group, now))
      .catch((error: unknown) => failures.push(error));
  return failures;
}
