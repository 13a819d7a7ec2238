import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from './clock.ts';
import { formatTimestamp } from './clock.ts';

/** A mail or a text message to one person. */
export interface Message {
  medium: 'email' | 'sms';
  to: string;
  subject: string;
  text: string;
}

/** Whatever carries messages out. A rejection makes the job queue try again. */
export interface Messenger {
  send(message: Message): Promise<void>;
}

/** The default: every message is a line of `outbox.jsonl` in the data folder, and shown on the console. */
export function outboxMessenger(
  dataDir: string,
  clock: Clock,
  show: (line: string) => void,
): Messenger {
  return {
    async send(message) {
      await mkdir(dataDir, { recursive: true });
      const line = JSON.stringify({ at: formatTimestamp(clock()), ...message });
      await appendFile(join(dataDir, 'outbox.jsonl'), `${line}\n`, { mode: 0o600 });
      show(`[outbox] ${message.medium} to ${message.to}: ${message.text.split('\n')[0]}`);
    },
  };
}
