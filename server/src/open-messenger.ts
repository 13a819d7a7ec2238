import type { Config } from './config.ts';
import type { Clock } from './kernel/clock.ts';
import type { Messenger } from './kernel/messages/messages.ts';
import { outboxMessenger } from './kernel/messages/messages.ts';
import { httpTextMessenger } from './kernel/messages/text-messages.ts';

/** Which messages a server is set for. */
export const listSending = ({ SMTP_URL, SMS_URL }: Config) => ({
  email: SMTP_URL !== undefined,
  sms: SMS_URL !== undefined,
});

/** Sends mail and text messages if a server for them is set; otherwise they go to the outbox. */
export function openMessenger(
  config: Config,
  { clock, show }: { clock: Clock; show: (line: string) => void },
): Messenger {
  const outbox = outboxMessenger(config.DATA_DIR, clock, { show, withText: config.DEMO });
  const { SMTP_URL: url, MAIL_FROM: from, SMS_URL, SMS_TOKEN, SMS_FROM } = config;
  let mail: Promise<Messenger> | undefined;
  // The library is loaded only if mail is sent.
  const openMail = async (server: { url: string; from: string }) =>
    (await import('./kernel/messages/mail.ts')).smtpMessenger(server);
  const texts =
    SMS_URL && SMS_TOKEN && SMS_FROM
      ? httpTextMessenger({ url: SMS_URL, token: SMS_TOKEN, from: SMS_FROM })
      : outbox;
  return {
    async send(message) {
      if (message.medium === 'sms') return texts.send(message);
      if (!url || !from) return outbox.send(message);
      mail ??= openMail({ url, from });
      return (await mail).send(message);
    },
  };
}
