import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Messenger } from './messages.ts';
import { byMedium, outboxMessenger } from './messages.ts';
import { httpTextMessenger } from './text-messages.ts';

async function openMail(url: string, from: string): Promise<Messenger> {
  // Its library is loaded only for those who send mail.
  const { smtpMessenger } = await import('./mail.ts');
  return smtpMessenger({ url, from });
}

/** Mail and text messages go out where a server for them is set, and else into the outbox. */
export async function openMessenger(
  config: Config,
  clock: Clock,
  printLine: (line: string) => void,
): Promise<Messenger> {
  const outbox = outboxMessenger(config.DATA_DIR, clock, printLine);
  const { SMTP_URL, MAIL_FROM, SMS_URL, SMS_TOKEN, SMS_FROM } = config;
  return byMedium({
    email: SMTP_URL && MAIL_FROM ? await openMail(SMTP_URL, MAIL_FROM) : outbox,
    sms:
      SMS_URL && SMS_TOKEN && SMS_FROM
        ? httpTextMessenger({ url: SMS_URL, token: SMS_TOKEN, from: SMS_FROM })
        : outbox,
  });
}
