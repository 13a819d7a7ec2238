import type { AddressInfo } from 'node:net';
import type { SMTPServerOptions } from 'smtp-server';
import { SMTPServer } from 'smtp-server';

export interface Received {
  from: string;
  to: string[];
  text: string;
}

export interface MailServer {
  mails: Received[];
  port: number;
  close(): Promise<void>;
}

/** A real SMTP server on this machine that stores what it accepts. */
export async function openMailServer(
  options: SMTPServerOptions = {},
  port = 0,
): Promise<MailServer> {
  const mails: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      let text = '';
      stream.setEncoding('utf8');
      stream.on('data', (part: string) => (text += part));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          text,
        });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    mails,
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
