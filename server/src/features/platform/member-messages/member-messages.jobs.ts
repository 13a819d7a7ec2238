import { createHash } from 'node:crypto';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import { createLimiter } from '../../../kernel/access/limits.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { SqlPool } from '../../../kernel/data/database.ts';
import type { JobHandler } from '../../../kernel/data/jobs.ts';
import { defineJob, FinalFailure, handleJob } from '../../../kernel/data/jobs.ts';
import type { Messenger } from '../../../kernel/messages/messages.ts';
import { memberMessagesJob } from '../../../records/member-messages.ts';
import type { ClaimedMessage } from './member-messages.queries.ts';
import {
  claimMessage,
  dropUnwelcome,
  finishMessage,
  postponeMessage,
  queueDue,
  removeOld,
} from './member-messages.queries.ts';

interface Deps {
  sql: SqlPool;
  clock: Clock;
  messenger: Messenger;
}

/** How long a message is tried, how long a try may take, and the longest pause between two. */
const givenUpMs = 3 * dayMs;
const tryMs = 5 * minuteMs;
const longestPauseMs = 30 * minuteMs;
/** After this many failures in a row the server is probably down, and the process leaves it alone for a minute. */
const maxFailures = 3;
const keptMs = 30 * dayMs;
/** Texts to members in a day, over all organizations: they cost money (docs/security.md, 7). */
const textsPerDay = 2000;

export const memberMessagesSweepJob = defineJob('sweep_member_messages', { every: minuteMs });

/** When a message that failed is tried again: after one minute, two, four, and so on. */
export const nextTry = (tries: number, now: Instant): Instant =>
  instant(now + Math.min(longestPauseMs, minuteMs * 2 ** (tries - 1)));

/** The same for each try, so that a recipient can recognize a second copy. */
const messageKey = ({ organization_id, key }: ClaimedMessage) =>
  `member-${createHash('sha256').update(`${organization_id} ${key}`).digest('hex').slice(0, 32)}`;

async function sendOne({ sql, clock, messenger }: Deps, claimed: ClaimedMessage): Promise<void> {
  const { medium, to, content } = claimed;
  if (!to)
    throw new FinalFailure(`The person has no ${medium === 'email' ? 'email address' : 'phone'}.`);
  if (
    medium === 'sms' &&
    !(await createLimiter(sql).allow('sms member', textsPerDay, clock(), dayMs))
  )
    throw new FinalFailure('Too many texts were sent today.');
  await messenger.send({ medium, to, key: messageKey(claimed), ...content });
}

/** Sends one message and writes down how that went; returns whether it may have failed because of a server. */
async function settleOne(deps: Deps, claimed: ClaimedMessage): Promise<boolean> {
  const { sql, clock } = deps;
  const error = await sendOne(deps, claimed).then(
    () => null,
    (failure: Error) => failure,
  );
  const now = clock();
  const failure = error?.message ?? null;
  const isOver = now - claimed.created_at >= givenUpMs;
  if (failure === null || error instanceof FinalFailure || isOver) {
    await finishMessage(sql, claimed, { now, failure });
    return false;
  }
  await postponeMessage(sql, claimed, { until: nextTry(claimed.tries, now), failure });
  return true;
}

/** Counts failures in a row of one way to send, of all organizations. */
function openBreaker(clock: Clock) {
  let failures = 0;
  let failedAt = instant(0);
  return {
    isOpen: () => failures >= maxFailures && clock() - failedAt < minuteMs,
    note(hasFailed: boolean) {
      // After the pause, one failure is enough for the next.
      failures = hasFailed ? failures + 1 : 0;
      failedAt = clock();
    },
  };
}

/** Sends the messages of one organization that are due. */
export function makeMemberMessageSender(deps: Deps): JobHandler<typeof memberMessagesJob> {
  const { sql, clock } = deps;
  const breakers = { email: openBreaker(clock), sms: openBreaker(clock) };
  const listMedia = () => (['email', 'sms'] as const).filter((way) => !breakers[way].isOpen());
  return async ({ organization_id }) => {
    for (let media = listMedia(); media.length > 0; media = listMedia()) {
      const claimed = await sql.begin(async (tx) => {
        const now = clock();
        await dropUnwelcome(tx, organization_id, now);
        return claimMessage(tx, organization_id, { media, now, until: instant(now + tryMs) });
      });
      if (!claimed) return;
      breakers[claimed.medium].note(await settleOne(deps, claimed));
    }
  };
}

/** Looks every minute for messages whose turn it is, and removes the lines of old ones. */
function makeSweeper({ sql, clock }: Deps): JobHandler<typeof memberMessagesSweepJob> {
  return async () => {
    const now = clock();
    await queueDue(sql, now);
    await removeOld(sql, instant(now - keptMs));
  };
}

export const memberMessagesJobs = [
  handleJob(memberMessagesJob, makeMemberMessageSender),
  handleJob(memberMessagesSweepJob, makeSweeper),
];
