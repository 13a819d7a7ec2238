import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, hourMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { SecretBox } from '../../../kernel/access/secrets.ts';
import type { JobHandler } from '../../../kernel/data/jobs.ts';
import { defineJob, FinalFailure, handleJob } from '../../../kernel/data/jobs.ts';
import type { PushAddress, PushDeps } from '../../../kernel/messages/web-push.ts';
import { openAddress, openPushSender } from '../../../kernel/messages/web-push.ts';
import { memberMessagesJob, queueSending } from '../../../records/platform/member-messages.ts';
import type { ClaimedMessage } from './member-messages.queries.ts';
import {
  claimMessage,
  dropUnwelcome,
  finishMessage,
  postponeMessage,
  queueDue,
  removeOld,
  replacePush,
} from './member-messages.queries.ts';
import type { SendDeps } from './send-message.ts';
import { Postponed, sendMessage } from './send-message.ts';
import { openServerBreakers } from './server-breakers.ts';

/**
 * How long a message is tried, how long a push is before it comes by email, how long a try may take, and the longest pause
 * between two.
 */
const givenUpMs = 3 * dayMs;
const mailedMs = hourMs;
const tryMs = 5 * minuteMs;
const longestPauseMs = 30 * minuteMs;
/** How long an organization may have a worker before it queues again, behind what else waits. */
const runMs = 15_000;
const keptMs = 30 * dayMs;

export const memberMessagesSweepJob = defineJob('sweep_member_messages', { every: minuteMs });

/** When a message that failed is tried again: after one minute, two, four, and so on. */
export const nextTry = (tries: number, now: Instant): Instant =>
  instant(now + Math.min(longestPauseMs, minuteMs * 2 ** (tries - 1)));

/** Sends one message and writes down how that went; returns whether it may have failed because of a server. */
async function settleOne(
  deps: SendDeps,
  claimed: ClaimedMessage,
  address: PushAddress | null,
): Promise<boolean> {
  const { sql, clock } = deps;
  const error = await sendMessage(deps, claimed, address).then(
    () => null,
    (failure: Error) => failure,
  );
  const now = clock();
  const failure = error?.message ?? null;
  const isPush = claimed.medium === 'push';
  const patienceMs = isPush ? mailedMs : givenUpMs;
  const isOver = error instanceof FinalFailure || now - claimed.created_at >= patienceMs;
  if (isPush && failure !== null && isOver) {
    await replacePush(sql, claimed, { now, failure });
    return false;
  }
  if (failure === null || isOver) {
    await finishMessage(sql, claimed, { now, failure });
    return false;
  }
  const isPostponed = error instanceof Postponed;
  const until = isPostponed ? instant(now + longestPauseMs) : nextTry(claimed.tries, now);
  await postponeMessage(sql, claimed, { until, failure });
  return !isPostponed;
}

/**
 * Sends the messages of one organization that are due. One with slow servers leaves its worker to others after a while,
 * since sign-in codes and payments wait for the same workers.
 */
export function makeMemberMessageSender(
  deps: SendDeps & { secretBox: SecretBox },
): JobHandler<typeof memberMessagesJob> {
  const { sql, clock, secretBox } = deps;
  const breakers = openServerBreakers(clock);
  const listMedia = () => [
    ...(['email', 'sms'] as const).filter((medium) => breakers.findPause(medium) === null),
    'push',
  ];
  const claimNext = (organizationId: number) =>
    sql.begin(async (tx) => {
      const now = clock();
      await dropUnwelcome(tx, organizationId, now);
      const until = instant(now + tryMs);
      return claimMessage(tx, organizationId, { media: listMedia(), now, until });
    });
  return async ({ organization_id }) => {
    const end = clock() + runMs;
    while (clock() <= end) {
      const claimed = await claimNext(organization_id);
      if (!claimed) return;
      const address = claimed.subscription && openAddress(secretBox, claimed.subscription);
      const server = address ? new URL(address.endpoint).hostname : claimed.medium;
      const pausedUntil = breakers.findPause(server);
      if (pausedUntil === null) breakers.note(server, await settleOne(deps, claimed, address));
      else
        await postponeMessage(sql, claimed, {
          until: pausedUntil,
          failure: 'The browser’s push service doesn’t respond.',
        });
    }
    await sql.begin((tx) => queueSending(tx, organization_id, clock()));
  };
}

/** Looks every minute for messages whose turn it is, and removes the lines of old ones. */
function makeSweeper({
  sql,
  clock,
}: Pick<SendDeps, 'sql' | 'clock'>): JobHandler<typeof memberMessagesSweepJob> {
  return async () => {
    const now = clock();
    await queueDue(sql, now);
    await removeOld(sql, instant(now - keptMs));
  };
}

export const memberMessagesJobs = [
  handleJob(memberMessagesJob, (deps: Omit<SendDeps, 'pushSender'> & PushDeps) =>
    makeMemberMessageSender({ ...deps, pushSender: openPushSender(deps) }),
  ),
  handleJob(memberMessagesSweepJob, makeSweeper),
];
