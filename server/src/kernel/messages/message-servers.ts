import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { SecretBox } from '../access/secrets.ts';
import type { SqlPool } from '../data/database.ts';
import type { Message, Messenger } from './messages.ts';

/** What sends a medium: an email server by its URL and sender, or a provider of text messages. */
interface Settings {
  email: { url: string; from: string };
  sms: { url: string; token: string; from: string };
}
type Medium = keyof Settings;
export type ServerSettings<M extends Medium = Medium> = Settings[M];

/** A server for messages; `isFixed` if it is set by the environment. */
export interface MessageServer<M extends Medium> {
  settings: Settings[M];
  isFixed: boolean;
}

/** The servers for messages: those of the environment, or else those that were set on a page. */
export interface MessageServers {
  /** null = nothing is set to send. */
  find<M extends Medium>(medium: M): Promise<MessageServer<M> | null>;
  /** Which messages are sent; the others are kept in the outbox. */
  listSending(): Promise<{ email: boolean; sms: boolean }>;
  save<M extends Medium>(
    medium: M,
    settings: Settings[M],
    by: { person: number; now: Instant },
  ): Promise<void>;
  remove(medium: Medium): Promise<void>;
}

/** Opens the servers for messages. What was set on a page is sealed, since it has a password or a token. */
export function openMessageServers(deps: {
  sql: SqlPool;
  secretBox: SecretBox;
  fixed: { [M in Medium]: Settings[M] | null };
}): MessageServers {
  const { sql, secretBox, fixed } = deps;
  const find: MessageServers['find'] = async <M extends Medium>(medium: M) => {
    const set: Settings[M] | null = fixed[medium];
    if (set) return { settings: set, isFixed: true };
    const [row] = await sql<{ settings_sealed: Uint8Array }[]>`
      select settings_sealed from message_servers where medium = ${medium}`;
    if (!row) return null;
    try {
      const settings = JSON.parse(secretBox.open(row.settings_sealed)) as Settings[M];
      return { settings, isFixed: false };
    } catch {
      // It was sealed with another secret key, so it has to be set again.
      return null;
    }
  };
  return {
    find,
    async listSending() {
      const [email, sms] = await Promise.all([find('email'), find('sms')]);
      return { email: email !== null, sms: sms !== null };
    },
    async save(medium, settings, { person, now }) {
      const settings_sealed = secretBox.seal(JSON.stringify(settings));
      await sql`
        insert into message_servers (medium, settings_sealed, changed_by, changed_at)
        values (${medium}, ${settings_sealed}, ${person}, ${now})
        on conflict (medium) do update set settings_sealed = excluded.settings_sealed,
          changed_by = excluded.changed_by, changed_at = excluded.changed_at`;
    },
    async remove(medium) {
      await sql`delete from message_servers where medium = ${medium}`;
    },
  };
}

/** Sends one message by a server. The libraries are loaded only where something is sent. */
export async function sendBy(settings: ServerSettings, message: Message): Promise<void> {
  const messenger =
    'token' in settings
      ? (await import('./text-messages.ts')).httpTextMessenger(settings)
      : (await import('./mail.ts')).smtpMessenger(settings);
  await messenger.send(message);
}

/** Sends each message by what is set when it's sent, and what nothing is set for to the outbox. */
export const messengerBy = (servers: MessageServers, outbox: Messenger): Messenger => ({
  async send(message) {
    const server = await servers.find(message.medium);
    await (server ? sendBy(server.settings, message) : outbox.send(message));
  },
});
