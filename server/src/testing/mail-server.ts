import type { AddressInfo } from 'node:net';
import type { SMTPServerOptions } from 'smtp-server';
import { SMTPServer } from 'smtp-server';
import { atEnd } from './at-end.ts';

export interface Received {
  from: string;
  to: string[];
  text: string;
}

/** A real SMTP server on this machine that keeps what it takes until the file is through. */
export async function mailServer(options: SMTPServerOptions = {}) {
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
          to: rcptTo.map((one) => one.address),
          text,
        });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { mails, port: (server.server.address() as AddressInfo).port };
}
