import type { Instant, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, hourMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import { alertRules } from '@lotkeeper/contract/platform/alerts';
import type { MemberMedium } from '../../../records/platform/member-messages.ts';
import { isQuiet } from './quiet-hours.rules.ts';

/** A message of the last 24 hours. */
export interface SentMessage {
  organization_id: number;
  person_pk: number;
  medium: MemberMedium;
  sent_at: Instant;
}

/** Whose notices of a medium are sent. */
export interface NoticeGroup {
  organization_id: number;
  person_pk: number;
  medium: MemberMedium;
  alert_pks: number[];
}

/** Something that a person is to get, and what decides when. */
export interface WaitingNotice {
  organization_id: number;
  alert_pk: number;
  person_pk: number;
  medium: MemberMedium;
  waiting_since: Instant;
  timezone: TimeZone;
  quiet_from: number | null;
  quiet_until: number | null;
  is_muted: boolean;
  /** Whether the person is still an Admin who wants alerts. */
  is_wanted: boolean;
}

/** A group to send now. */
export interface DueGroup extends NoticeGroup {
  /** Whether no other text is sent for some hours. */
  isLast: boolean;
}

/** More than this many at once may be the beginning of a flood: it's sent together with what the next look finds. */
const floodSize = 5;
const floodMs = 25_000;
/** After so many messages within an hour, the next ones are farther apart. */
const fastMessages = 3;
const slowMs = 15 * minuteMs;

const toGroupKey = ({ organization_id, person_pk, medium }: Omit<SentMessage, 'sent_at'>) =>
  `${organization_id} ${person_pk} ${medium}`;

const isHeld = ({ is_muted, quiet_from, quiet_until, timezone }: WaitingNotice, now: Instant) =>
  is_muted ||
  (quiet_from !== null &&
    quiet_until !== null &&
    isQuiet(now, timezone, { from: quiet_from, until: quiet_until }));

/** When the next text can be sent to a person, who got these within 24 hours; null = now. */
export function findNextText(sentAt: readonly Instant[]): Instant | null {
  const oldest = sentAt.at(-alertRules.textsPerDay);
  return oldest === undefined ? null : instant(oldest + dayMs);
}

const isTooSoon = (medium: string, sentAt: readonly Instant[], now: Instant) => {
  if (medium === 'sms' && findNextText(sentAt) !== null) return true;
  const last = sentAt.at(-1);
  const lately = sentAt.filter((at) => at > now - hourMs).length;
  return last !== undefined && lately >= fastMessages && now - last < slowMs;
};

const isFlood = (notices: readonly WaitingNotice[], now: Instant) =>
  notices.length > floodSize && notices.every(({ waiting_since }) => now - waiting_since < floodMs);

/** Groups what is sent now, one message for each person and way, and what nobody wants any more. */
export function groupDueNotices(
  waiting: readonly WaitingNotice[],
  sentMessages: readonly SentMessage[],
  now: Instant,
): { due: DueGroup[]; unwanted: NoticeGroup[] } {
  const sentTo = Map.groupBy(sentMessages, toGroupKey);
  const due: DueGroup[] = [];
  const unwanted: NoticeGroup[] = [];
  for (const [key, notices] of Map.groupBy(waiting, toGroupKey)) {
    const [first] = notices;
    if (!first) continue;
    const { organization_id, person_pk, medium } = first;
    const toGroup = (groupNotices: readonly WaitingNotice[]) => ({
      organization_id,
      person_pk,
      medium,
      alert_pks: groupNotices.map(({ alert_pk }) => alert_pk),
    });
    if (!first.is_wanted) {
      unwanted.push(toGroup(notices));
      continue;
    }
    const ready = notices.filter((notice) => !isHeld(notice, now));
    const sentAt = (sentTo.get(key) ?? []).map(({ sent_at }) => sent_at);
    if (ready.length === 0 || isFlood(ready, now) || isTooSoon(medium, sentAt, now)) continue;
    const isLast = medium === 'sms' && sentAt.length + 1 >= alertRules.textsPerDay;
    due.push({ ...toGroup(ready), isLast });
  }
  return { due, unwanted };
}
