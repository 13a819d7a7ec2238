import type { Config } from '../config.ts';
import { valetLinks } from '../features/operations/valet/valet-links.ts';
import { importSweep } from '../features/operations/visitors-csv/visitors-csv.jobs.ts';
import { jobs as featureJobs } from '../features.ts';
import type { Database } from '../kernel/data/database.ts';
import { enqueue, startJobs } from '../kernel/data/jobs.ts';
import type { Publish } from '../kernel/http/live.ts';
import type { Message, Messenger } from '../kernel/messages/messages.ts';
import { outboxMessenger } from '../kernel/messages/messages.ts';
import { httpTextMessenger } from '../kernel/messages/text-messages.ts';
import type { Installation } from './installation.ts';
import { clock, closers, printLine, reporting } from './process-state.ts';

async function openMail(url: string, from: string): Promise<Messenger> {
  // The library is loaded only if mail is sent.
  const { smtpMessenger } = await import('../kernel/messages/mail.ts');
  return smtpMessenger({ url, from });
}

/** Mail and text messages are sent if a server for them is configured; otherwise they go to the outbox. */
async function openMessenger(config: Config): Promise<Messenger> {
  const outbox = outboxMessenger(config.DATA_DIR, clock, {
    show: printLine,
    withText: config.DEMO,
  });
  const { SMTP_URL, MAIL_FROM, SMS_URL, SMS_TOKEN, SMS_FROM } = config;
  const ways: Record<Message['medium'], Messenger> = {
    email: SMTP_URL && MAIL_FROM ? await openMail(SMTP_URL, MAIL_FROM) : outbox,
    sms:
      SMS_URL && SMS_TOKEN && SMS_FROM
        ? httpTextMessenger({ url: SMS_URL, token: SMS_TOKEN, from: SMS_FROM })
        : outbox,
  };
  return { send: (message) => ways[message.medium].send(message) };
}

/** Runs jobs, in one process of an installation. */
export async function runJobs(
  installation: Installation,
  background: Database,
  deps: { publish: Publish; publicUrl: () => string; logFailure: LogJobFailure },
) {
  const { config, pool, secretBox, files, processors } = installation;
  const jobs = await startJobs(
    pool,
    featureJobs,
    {
      database: background,
      sql: background.system,
      secretBox,
      clock,
      files,
      processor: processors.processor,
      sandbox: processors.sandbox,
      links: valetLinks(secretBox),
      publish: deps.publish,
      messenger: await openMessenger(config),
      publicUrl: deps.publicUrl,
      supportEmail: config.SUPPORT_EMAIL ?? null,
    },
    (name, error) => {
      const report = reporting.errors.report(error, { kind: 'job', name });
      deps.logFailure({ job: name, error: String(error), report });
    },
  );
  closers.push(() => jobs.stop());
  // Resumes the work of a killed process immediately instead of at the next minute.
  await enqueue(background.system, importSweep, {});
  return jobs;
}

type LogJobFailure = (failure: { job: string; error: string; report: unknown }) => void;
