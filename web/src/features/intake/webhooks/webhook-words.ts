import type {
  Webhook,
  WebhookDelivery,
  WebhookDeliveryState,
} from '@lotkeeper/contract/intake/webhooks';
import { webhookTypeNames } from '@lotkeeper/contract/intake/webhooks';
import { formatCount, formatDayTime, formatQuantity } from '../../../kernel/format.ts';
import type { Tone } from '../../../ui/frame/tag.tsx';

interface State {
  tone: Tone;
  word: string;
  detail: string | null;
}

interface Time {
  now: number;
  zone: string;
}

const pauseDetails = {
  person: null,
  gone: 'It answered 410 Gone. Events aren’t kept for it',
  failing: 'It took nothing for three days',
} as const;

const countWaiting = (count: number) =>
  count === 0 ? null : formatQuantity(count, 'message waits', 'messages wait');

const countGivenUp = (count: number) =>
  count === 0 ? null : `${formatQuantity(count, 'message')} given up in the last 30 days`;

/** Whether a webhook works, and what waits for it. */
export function describeWebhook(webhook: Webhook, { now, zone }: Time): State {
  const { paused_because, failing_since, waiting, given_up } = webhook;
  const waits = [countWaiting(waiting), countGivenUp(given_up)].filter(Boolean).join(' · ') || null;
  if (paused_because) {
    const detail = [pauseDetails[paused_because], waits].filter(Boolean).join(' · ');
    return { tone: 'gray', word: 'Paused', detail: detail || null };
  }
  if (failing_since !== null) {
    const detail = [`Since ${formatDayTime(failing_since, now, zone)}`, waits]
      .filter(Boolean)
      .join(' · ');
    return { tone: 'red', word: 'Failing', detail };
  }
  return { tone: 'green', word: 'Active', detail: waits };
}

/** The events that a webhook gets. */
export const describeTypes = (types: readonly string[]): string =>
  types.length === webhookTypeNames.length ? 'Everything' : types.join(', ');

export const deliveryStates: Record<WebhookDeliveryState, { tone: Tone; word: string }> = {
  waiting: { tone: 'gray', word: 'Waiting' },
  failing: { tone: 'red', word: 'Failed' },
  given_up: { tone: 'amber', word: 'Given up' },
  delivered: { tone: 'green', word: 'Delivered' },
};

/** The last answer in a few words; null before the first try. */
export function describeAnswer({ tries, status, response, response_ms }: WebhookDelivery) {
  if (tries === 0 && status === null && response === null) return null;
  const time = response_ms === null ? '' : ` in ${formatCount(response_ms)} ms`;
  return status === null ? (response ?? '') : `${status}${time}`;
}

/** When a delivery that failed is tried again. */
export function describeNextTry({ state, next_try_at }: WebhookDelivery, { now, zone }: Time) {
  if (state !== 'failing') return null;
  return next_try_at === null || next_try_at <= now
    ? 'Next try now'
    : `Next try ${formatDayTime(next_try_at, now, zone)}`;
}

/** What a state that isn’t self-evident means; null for the others. */
export const describeDeliveryState = ({ state }: WebhookDelivery) =>
  state === 'given_up'
    ? 'It failed for three days while others were taken, so it isn’t tried any more. Later messages about the same thing are sent without it.'
    : null;

/** JSON as people read it; a text that is none stays as it is. */
export function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
