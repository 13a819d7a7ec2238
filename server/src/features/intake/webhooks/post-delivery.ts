import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { Webhook } from 'standardwebhooks';
import type { SecretBox } from '../../../kernel/access/secrets.ts';
import { toDate } from '../../../kernel/clock.ts';
import type { OutsideRules } from '../../../kernel/http/outside-request.ts';
import { OutsideFailure, sendOutside } from '../../../kernel/http/outside-request.ts';
import type { ClaimedDelivery, SendingEndpoint } from './claim-deliveries.ts';
import { parseRetryAfter } from './webhook-tries.rules.ts';

/** How long a receiver may take, in milliseconds, and how much of its answer is kept, in bytes. */
export const webhookTimeoutMs = 10_000;
const longestAnswer = 4096;
/** The lowest status whose answer is kept: it's there to mend a receiver, not to read what others serve. */
const firstFailure = 400;

/** What came of a try. Without a status, the answer says why there was none. */
export interface TryResult {
  status: number | null;
  /** null = taken, and what a receiver that took it answers isn't kept. */
  answer: string | null;
  ms: number;
  /** The pause that the receiver asked for, in milliseconds. */
  askedMs: number;
}

/** The secrets that a message is signed with: for a day also the one before. */
export const openSecrets = (
  secretBox: SecretBox,
  { secret_sealed, old_secret_sealed, old_secret_until }: SendingEndpoint,
  now: Instant,
): string[] => {
  const hasOld = old_secret_sealed !== null && old_secret_until !== null && old_secret_until > now;
  return [secret_sealed, ...(hasOld ? [old_secret_sealed] : [])].map((sealed) =>
    secretBox.open(sealed),
  );
};

/** The headers of a message, as Standard Webhooks describes them. */
export function signPayload(
  { id, payload }: Pick<ClaimedDelivery, 'id' | 'payload'>,
  secrets: readonly string[],
  now: Instant,
): Record<string, string> {
  const time = toDate(now);
  return {
    'content-type': 'application/json',
    'user-agent': 'Lotkeeper',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now / 1000)),
    'webhook-signature': secrets
      .map((secret) => new Webhook(secret).sign(id, time, payload))
      .join(' '),
  };
}

interface PostDeps {
  outside: OutsideRules;
  timeoutMs: number;
}

/** Sends a delivery once. */
export async function postDelivery(
  { outside, timeoutMs }: PostDeps,
  url: string,
  headers: Readonly<Record<string, string>>,
  payload: string,
): Promise<TryResult> {
  try {
    const request = {
      url,
      method: 'POST',
      headers,
      body: payload,
      timeoutMs,
      longestAnswer,
    } as const;
    const { status, answer, ms, retryAfter } = await sendOutside(request, outside);
    // Only failures are explained. PostgreSQL stores no NUL.
    const text = status < firstFailure ? null : answer.replaceAll('\0', '');
    return { status, answer: text, ms, askedMs: parseRetryAfter(retryAfter) };
  } catch (error) {
    if (!(error instanceof OutsideFailure)) throw error;
    return { status: null, answer: error.message, ms: error.ms, askedMs: 0 };
  }
}
