import type { Instant, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { hourMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import { alertRules } from '@lotkeeper/contract/platform/alerts';
import type { MailContent, MailItem } from '../../../kernel/messages/mail-text.ts';
import type { NamedAlert } from './alert-facts.rules.ts';
import { formatCount, formatTime } from './alert-facts.rules.ts';
import { describeAlert } from './alert-words.rules.ts';

/** What a message says of an alert: one that ended before anybody was notified began and ended. */
export type AlertEvent = 'opened' | 'ended' | 'began and ended';

/** An alert that a message is about. */
export interface ToldAlert extends NamedAlert {
  pk: number;
  timezone: TimeZone;
  since: Instant;
  ended_at: Instant | null;
  event: AlertEvent;
}

/** The links of a message, made for its reader. */
export interface AlertLinks {
  publicUrl: string;
  organizationId: number;
  getMuteLink(alert: ToldAlert): string;
}

/** How many alerts a mail describes; it counts the others. */
const describedAlerts = 10;

/** How many alerts a push names. */
const listedTitles = 4;

/** Alerts that began before those that ended; the costliest first, then the oldest. */
const compareSizes = (a: ToldAlert, b: ToldAlert) =>
  Number(a.event !== 'opened') - Number(b.event !== 'opened') ||
  Math.abs(b.cost ?? 0) - Math.abs(a.cost ?? 0) ||
  a.since - b.since ||
  a.pk - b.pk;

/** 5 minutes, 2 hours, 3 days. */
function formatLength(milliseconds: number): string {
  const minutes = Math.max(1, Math.round(milliseconds / minuteMs));
  if (minutes < 120) return formatCount(minutes, 'minute');
  const hours = Math.round(milliseconds / hourMs);
  return hours < 48 ? formatCount(hours, 'hour') : formatCount(Math.round(hours / 24), 'day');
}

const describe = (alert: ToldAlert) => describeAlert(alert, { isOver: alert.event !== 'opened' });

/** Since when it is so, or from when to when it was. */
function describeTime({ event, since, ended_at, timezone }: ToldAlert): string {
  const began = formatTime(since, timezone);
  if (event === 'opened' || ended_at === null) return `Since ${began}`;
  const span = `${began} to ${formatTime(ended_at, timezone)}, ${formatLength(ended_at - since)}`;
  return event === 'ended' ? `It was so from ${span}` : `It began and ended: ${span}`;
}

const joinSentences = (...sentences: (string | null)[]) =>
  sentences
    .filter((line) => line !== null)
    .map((line) => `${line}.`)
    .join(' ');

function toItem(alert: ToldAlert, links: AlertLinks): MailItem {
  const words = describe(alert);
  const open = { label: 'Open', link: `${links.publicUrl}${words.path}` };
  const facts = joinSentences(describeTime(alert), words.cost, words.detail);
  if (words.advice === null) return { title: words.title, lines: [facts], links: [open] };
  return {
    title: words.title,
    lines: [facts, `What to do: ${joinSentences(words.advice)}`],
    links: [open, { label: 'Mute', link: links.getMuteLink(alert) }],
  };
}

const countEvents = (alerts: readonly ToldAlert[]) => {
  const openedCount = alerts.filter(({ event }) => event === 'opened').length;
  const over = alerts.length - openedCount;
  if (over === 0) return formatCount(openedCount, 'new alert');
  const ended = `${formatCount(over, 'alert')} that ${over === 1 ? 'is' : 'are'} over`;
  return openedCount === 0 ? ended : `${formatCount(openedCount, 'new alert')}, and ${ended}`;
};

const getPageLink = ({ publicUrl, organizationId }: AlertLinks) =>
  `${publicUrl}/organization/${organizationId}/alerts`;

/** The words for all alerts of a message: of the only one, or how many and the largest. */
function summarize(alerts: readonly ToldAlert[]): { first: ToldAlert; all: string } {
  const [first] = alerts;
  if (!first) throw new Error('A message is about at least one alert.');
  const { title } = describe(first);
  return { first, all: alerts.length === 1 ? title : `${countEvents(alerts)}: ${title}` };
}

/** The subject and content of the one mail about everything that happened since the last one. */
export function composeAlertMail(
  alerts: readonly ToldAlert[],
  organization: string,
  links: AlertLinks,
): { subject: string; content: MailContent } {
  const sorted = alerts.toSorted(compareSizes);
  const { all } = summarize(sorted);
  const others = sorted.length - describedAlerts;
  const hasMute = sorted.some(({ event }) => event === 'opened');
  return {
    subject: all,
    content: {
      heading: `${countEvents(sorted)} at ${organization}`,
      paragraphs: others > 0 ? [`The ${describedAlerts} largest of them:`] : [],
      items: sorted.slice(0, describedAlerts).map((alert) => toItem(alert, links)),
      action: {
        label: others > 0 ? `See ${formatCount(others, 'other')}` : 'See all alerts',
        link: getPageLink(links),
      },
      footer: `You get this because you chose these alerts of ${organization} on Lotkeeper.${hasMute ? ' Mute stops one alert, for you alone.' : ''}`,
    },
  };
}

/** The only text about everything that happened since the last one; the last one of a day says so. */
export function composeAlertText(
  alerts: readonly ToldAlert[],
  links: AlertLinks,
  { isLast }: { isLast: boolean },
): string {
  const sorted = alerts.toSorted(compareSizes);
  const { first, all } = summarize(sorted);
  const words = describe(first);
  const limit = isLast
    ? `This is the last of ${alertRules.textsPerDay} texts in 24 hours; more is on the page`
    : null;
  if (sorted.length > 1) return `${joinSentences(all, limit)} ${getPageLink(links)}`;
  const facts = joinSentences(all, describeTime(first), words.cost, words.advice, limit);
  return `${facts} ${links.publicUrl}${words.path}`;
}

/** The only push about everything that happened since the last one. The end of an alert takes the place of its beginning. */
export function composeAlertPush(
  alerts: readonly ToldAlert[],
  links: AlertLinks,
): { subject: string; text: string; link: string; tag: string } {
  const sorted = alerts.toSorted(compareSizes);
  const { first, all } = summarize(sorted);
  const words = describe(first);
  const isOne = sorted.length === 1;
  const others = sorted.slice(1, listedTitles).map((alert) => describe(alert).title);
  const unlisted = sorted.length - 1 - others.length;
  const rest = unlisted > 0 ? [`And ${formatCount(unlisted, 'other')}`] : [];
  return {
    subject: all,
    text: isOne
      ? joinSentences(describeTime(first), words.cost, words.advice)
      : [...others, ...rest].join('\n'),
    link: isOne ? `${links.publicUrl}${words.path}` : getPageLink(links),
    tag: isOne ? `alert-${first.pk}` : `alerts-${links.organizationId}-${first.pk}`,
  };
}
