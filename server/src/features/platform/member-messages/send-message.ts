import { createHash } from 'node:crypto';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import { createLimiter } from '../../../kernel/access/limits.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { SqlPool } from '../../../kernel/data/database.ts';
import { FinalFailure } from '../../../kernel/data/jobs.ts';
import type { Messenger } from '../../../kernel/messages/messages.ts';
import type { PushAddress, PushSender } from '../../../kernel/messages/web-push.ts';
import { PushAddressGone } from '../../../kernel/messages/web-push.ts';
import { sendToDevice } from '../../../records/platform/push-devices.ts';
import type { ClaimedMessage } from './member-messages.queries.ts';

export interface SendDeps {
  sql: SqlPool;
  clock: Clock;
  messenger: Messenger;
  pushSender: PushSender;
}

/** A message that may not be sent now, though nothing is wrong with its server. */
export class Postponed extends Error {}

/** Texts to members of one organization in a day, and of all together: they cost money (docs/security.md, 7). */
const textsPerDay = { ofOne: 200, ofAll: 2000 };

/** The same for each try, so that a recipient can recognize a second copy. */
const messageKey = ({ organization_id, key }: ClaimedMessage) =>
  `member-${createHash('sha256').update(`${organization_id} ${key}`).digest('hex').slice(0, 32)}`;

async function limitTexts({ sql, clock }: SendDeps, organizationId: number): Promise<void> {
  const limiter = createLimiter(sql);
  const isAllowed =
    (await limiter.allow(`sms member ${organizationId}`, textsPerDay.ofOne, clock(), dayMs)) &&
    (await limiter.allow('sms member', textsPerDay.ofAll, clock(), dayMs));
  if (!isAllowed) throw new Postponed('So many texts were sent today that this one waits.');
}

async function sendPush(
  deps: SendDeps,
  { person_pk: personPk, push_device_pk: pk, key, content }: ClaimedMessage,
  address: PushAddress | null,
): Promise<void> {
  if (pk === null) throw new PushAddressGone();
  const { subject: title, text: body, link = '/', tag = key } = content;
  await sendToDevice(deps, { pk, personPk, address }, { title, body, link, tag });
}

/**
 * Sends a message once; `address` is where a push goes. Throws a `PushAddressGone` when its device is gone, a
 * `FinalFailure` when it can never be sent, and `Postponed` when it may not be sent yet.
 */
export async function sendMessage(
  deps: SendDeps,
  claimed: ClaimedMessage,
  address: PushAddress | null,
): Promise<void> {
  const { medium, to, content, organization_id } = claimed;
  if (medium === 'push') return sendPush(deps, claimed, address);
  if (!to)
    throw new FinalFailure(`The person has no ${medium === 'email' ? 'email address' : 'phone'}.`);
  if (medium === 'sms') await limitTexts(deps, organization_id);
  const { subject, text, html, unsubscribe, link } = content;
  await deps.messenger.send({
    medium,
    to,
    key: messageKey(claimed),
    subject,
    // A push that became a mail has its link beside its words.
    text: link === undefined ? text : `${text}\n\n${link}`,
    ...(html === undefined ? {} : { html }),
    ...(unsubscribe === undefined ? {} : { unsubscribe }),
  });
}
