import * as z from 'zod/mini';
import { FinalFailure } from '../data/jobs.ts';
import type { Message, Messenger } from './messages.ts';

/** Time limit for one message, and how much of the answer is read. */
const patienceMs = 10_000;
const longestAnswer = 64 * 1024;

/** A provider's id for an accepted message. */
const receipt = z.union([
  z.object({ id: z.union([z.string(), z.number()]) }),
  z.object({ sid: z.string() }),
  z.object({ message_id: z.union([z.string(), z.number()]) }),
]);

async function readAnswer(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const part of response.body ?? []) {
    text += decoder.decode(part, { stream: true });
    if (text.length > longestAnswer) break;
  }
  return text.slice(0, longestAnswer);
}

function isReceipt(answer: string): boolean {
  try {
    return receipt.safeParse(JSON.parse(answer)).success;
  } catch {
    return false;
  }
}

/** A status after which the provider may accept the same message later. */
const mayPass = (status: number) => status >= 500 || status === 429 || status === 408;

async function checkAnswer(response: Response): Promise<void> {
  const { status } = response;
  if (mayPass(status)) {
    await response.body?.cancel();
    throw new Error(`The provider of text messages answered ${status}.`);
  }
  if (!response.ok) {
    await response.body?.cancel();
    throw new FinalFailure(`The provider of text messages refused the message (${status}).`);
  }
  if (!isReceipt(await readAnswer(response).catch(() => ''))) {
    // It may have been sent: a duplicate would cost money and be of no use to the person.
    throw new FinalFailure(
      `The provider of text messages answered ${status} without an id: whether it sent the message is unknown.`,
    );
  }
}

/** Sends text messages through a provider's HTTP endpoint: JSON with from, to, and body, and a bearer token. */
export function httpTextMessenger(
  options: { url: string; token: string; from: string },
  timeoutMs: number = patienceMs,
): Messenger {
  const post = ({ to, text, key }: Message) =>
    fetch(options.url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        authorization: `Bearer ${options.token}`,
        'content-type': 'application/json',
        ...(key ? { 'idempotency-key': key } : {}),
      },
      body: JSON.stringify({ from: options.from, to, body: text }),
      signal: AbortSignal.timeout(timeoutMs),
    });
  return {
    async send(message) {
      const response = await post(message).catch((error: unknown) => {
        const { name, cause } = error as { name: string; cause?: { code?: string } };
        const reason = cause?.code ?? name;
        throw new Error(`The provider of text messages could not be reached (${reason}).`);
      });
      await checkAnswer(response);
    },
  };
}
