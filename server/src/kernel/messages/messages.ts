import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import { formatTimestamp } from '../clock.ts';
import { RotatedFile } from '../log/rotated-file.ts';

/** An email or text message to one person. */
export interface Message {
  medium: 'email' | 'sms';
  to: string;
  subject: string;
  text: string;
  /** The same words as HTML. */
  html?: string;
  /**
   * Identifies the message, the same on each attempt: letters, digits, and dashes. A recipient that
   * gets it twice, because a response was lost, can recognize it.
   */
  key?: string;
  /** A link that ends such messages without a sign-in, by a POST; mail programs show a button for it. */
  unsubscribe?: string;
}

/** Delivers messages. After a rejection the job queue retries, unless it is a `FinalFailure`. */
export interface Messenger {
  send(message: Message): Promise<void>;
}

export const outboxName = 'outbox.jsonl';

/**
 * The default: appends each message to `outbox.jsonl` in the data folder, which only its owner can
 * read. `show` gets a line for the console, with the message itself only in trial installations,
 * because logs are kept and read by others.
 */
export function outboxMessenger(
  dataDir: string,
  clock: Clock,
  { show, withText }: { show: (line: string) => void; withText: boolean },
): Messenger {
  const outbox = new RotatedFile(join(dataDir, outboxName));
  return {
    async send(message) {
      await mkdir(dataDir, { recursive: true });
      const { medium, to, subject, text } = message;
      const line = JSON.stringify({ at: formatTimestamp(clock()), medium, to, subject, text });
      await outbox.append(line);
      const content = withText
        ? ` to ${to}: ${text.split('\n')[0]}`
        : ' that nothing is set to send';
      show(`[outbox] ${medium}${content}`);
    },
  };
}
