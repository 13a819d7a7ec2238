import type { Config } from './config.ts';
import type { SecretBox } from './kernel/access/secrets.ts';
import type { Clock } from './kernel/clock.ts';
import type { SqlPool } from './kernel/data/database.ts';
import { messengerBy, openMessageServers } from './kernel/messages/message-servers.ts';
import { outboxMessenger } from './kernel/messages/messages.ts';

/** Opens the servers for messages of an installation, and what sends by them or writes to the outbox. */
export function openMessages(
  config: Config,
  deps: { sql: SqlPool; secretBox: SecretBox; clock: Clock; show: (line: string) => void },
) {
  const { SMTP_URL: smtp, MAIL_FROM, SMS_URL, SMS_TOKEN, SMS_FROM } = config;
  const servers = openMessageServers({
    ...deps,
    fixed: {
      email: smtp && MAIL_FROM ? { url: smtp, from: MAIL_FROM } : null,
      sms:
        SMS_URL && SMS_TOKEN && SMS_FROM
          ? { url: SMS_URL, token: SMS_TOKEN, from: SMS_FROM }
          : null,
    },
  });
  const outbox = outboxMessenger(config.DATA_DIR, deps.clock, {
    show: deps.show,
    withText: config.DEMO,
  });
  return { servers, messenger: messengerBy(servers, outbox) };
}
