import type { SMTPServerOptions } from 'smtp-server';
import { atEnd } from './at-end.ts';
import type { MailServer } from './smtp-server.ts';
import { openMailServer } from './smtp-server.ts';

/** An SMTP server that runs until the test file ends. */
export async function mailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const server = await openMailServer(options);
  atEnd(() => server.close());
  return server;
}
