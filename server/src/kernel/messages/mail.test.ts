import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { mailServer } from '../../testing/mail-server.ts';
import { FinalFailure } from '../data/jobs.ts';
import { smtpMessenger } from './mail.ts';
import { mailBody } from './mail-body.ts';
import type { Message } from './messages.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

/** A server that listens, but isn't an email server. */
async function listener(onConnection: (socket: Socket) => unknown): Promise<number> {
  const sockets: Socket[] = [];
  const server: Server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const messenger = (port: number, times?: { silentMs: number; allMs: number }) =>
  smtpMessenger(
    { url: `smtp://127.0.0.1:${port}`, from: 'Lotkeeper <no-reply@lots.example>' },
    times,
  );

const message: Message = {
  medium: 'email',
  to: 'secret.person@example.com',
  subject: 'Grüße',
  key: 'invitation-0123456789abcdef',
  ...mailBody({
    heading: 'A heading',
    paragraphs: ['Some words.'],
    action: { label: 'Open', link: 'https://lots.example/auth/li_secret' },
    footer: 'Ignore it.',
  }),
};

const failure = (work: Promise<void>): Promise<Error> =>
  work.then(
    () => new Error('It was sent.'),
    (error: Error) => error,
  );

const refusing = (responseCode: number) =>
  Object.assign(new Error('no such mailbox: secret.person@example.com'), { responseCode });

test('an email has text and HTML, the right sender and recipient, and says that it was sent automatically', async () => {
  const { mails, port } = await mailServer();
  await messenger(port).send(message);
  expect(mails).toHaveLength(1);
  const [{ from, to, text } = { from: '', to: [], text: '' }] = mails;
  expect([from, to]).toEqual(['no-reply@lots.example', ['secret.person@example.com']]);
  expect(text).toContain('From: Lotkeeper <no-reply@lots.example>');
  expect(text).toContain('Auto-Submitted: auto-generated');
  expect(text).toContain('Content-Type: text/plain');
  expect(text).toContain('Content-Type: text/html');
  expect(text).toContain('Subject: =?UTF-8?');
});

test('an email that is retried has the same Message-ID', async () => {
  const { mails, port } = await mailServer();
  await messenger(port).send(message);
  await messenger(port).send(message);
  const ids = mails.map(({ text }) => /^Message-ID: (.+)$/im.exec(text)?.[1]?.trim());
  const id = '<invitation-0123456789abcdef@lots.example>';
  expect(ids).toEqual([id, id]);
});

test('an email never goes to a second address in its recipient field', async () => {
  const { mails, port } = await mailServer();
  await messenger(port)
    .send({ ...message, to: 'one@example.com, two@example.com' })
    .catch(() => 0);
  expect(mails.flatMap(({ to }) => to)).not.toContain('two@example.com');
});

test('a line break in a subject adds no header to the email', async () => {
  const { mails, port } = await mailServer();
  await messenger(port).send({ ...message, subject: 'Hello\r\nBcc: spy@example.com' });
  expect(mails[0]?.to).toEqual(['secret.person@example.com']);
  expect(mails[0]?.text).not.toMatch(/^Bcc:/m);
});

test.each([
  ['does not know the mailbox', 550, true],
  ['is too busy', 451, false],
  ['has a full mailbox for now', 452, false],
])('when an email server %s (%i), the job ends for good: %s', async (_, code, forGood) => {
  const { port } = await mailServer({
    onRcptTo: (_address, _session, done) => done(refusing(code)),
  });
  const error = await failure(messenger(port).send(message));
  expect(error instanceof FinalFailure).toBe(forGood);
  expect(error.message).toContain(String(code));
});

test('an email is retried when the email server refuses our password', async () => {
  const { port } = await mailServer({
    authOptional: false,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(new Error('Wrong password')),
  });
  const url = `smtp://lots:wrong@127.0.0.1:${port}`;
  const error = await failure(smtpMessenger({ url, from: 'a@lots.example' }).send(message));
  expect(error).not.toBeInstanceOf(FinalFailure);
  expect(error.message).toBe('127.0.0.1 refused the user name or the password (535).');
});

test('an email is given up by a limit when the email server is silent, and by another when it never stops talking', async () => {
  const silent = await listener(() => undefined);
  const dripping = await listener((socket) => {
    socket.write('220 wait for it\r\n');
    const timer = setInterval(() => socket.write('250-'), 20);
    socket.on('close', () => clearInterval(timer));
  });
  const limits = [
    [silent, { silentMs: 150, allMs: 3_600_000 }],
    [dripping, { silentMs: 3_600_000, allMs: 150 }],
  ] as const;
  for (const [port, times] of limits) {
    expect((await failure(messenger(port, times).send(message))).message).toBe(
      `127.0.0.1, port ${port}, doesn’t answer in time.`,
    );
  }
});

test.each<[string, (socket: Socket) => unknown]>([
  ['ended the connection', (socket) => socket.destroy()],
  ['isn’t an email server', (socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n<html>')],
])('an email is retried when the server %s, and that is said', async (words, onConnection) => {
  const port = await listener(onConnection);
  const error = await failure(messenger(port, { silentMs: 300, allMs: 600 }).send(message));
  expect(error).not.toBeInstanceOf(FinalFailure);
  expect(error.message).toMatch(new RegExp(`port ${port}, ${words}\\.$`));
});

test('an email server on another machine without encryption gets no email', async () => {
  const { mails, port } = await mailServer();
  // 0.0.0.0 leads to this machine, but isn't its loopback address.
  const url = `smtp://0.0.0.0:${port}`;
  const error = await failure(smtpMessenger({ url, from: 'a@lots.example' }).send(message));
  expect(error.message).toMatch(/^0\.0\.0\.0, port \d+, can’t encrypt the connection/);
  expect(mails).toEqual([]);
});

test('the error of a failed email reveals neither its address nor its text nor its link', async () => {
  const refused = await mailServer({ onRcptTo: (_address, _session, done) => done(refusing(550)) });
  const rejected = await mailServer({
    onData: (stream, _session, done) => {
      stream.resume();
      stream.on('end', () => done(refusing(554)));
    },
  });
  for (const { port } of [refused, rejected]) {
    const error = await failure(messenger(port).send(message));
    const told = `${String(error)} ${error.stack} ${JSON.stringify(error)}`;
    for (const secret of ['secret.person', 'li_secret', 'Some words']) {
      expect(told).not.toContain(secret);
    }
  }
});

const nasty = mailBody({
  heading: '<img src=x onerror=alert(1)> & "Sons"',
  paragraphs: ["</p><script>alert('x')</script>"],
  action: { label: '<b>', link: 'https://lots.example/?a="><script>' },
  footer: '<style>',
});

test('the body of an email escapes what people typed', () => {
  expect(nasty.html).not.toMatch(/<img|<script|<b>|<style>[^:\n]*<\/p>/);
  expect(nasty.html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;Sons&quot;');
  expect(nasty.html).toContain('href="https://lots.example/?a=&quot;&gt;&lt;script&gt;"');
});

test('the body of an email loads nothing from elsewhere', () => {
  expect(message.html).not.toMatch(/<(img|link|script|iframe|object|video|audio|form)\b/i);
  expect(message.html).not.toMatch(/url\(|@import|src=/i);
});

test('the plain text of an email begins with the code and includes the link of its button', () => {
  const { text } = mailBody({
    heading: 'Your code',
    code: '123456',
    paragraphs: ['123456 is your code.'],
    footer: 'Ignore it.',
  });
  expect(text).toBe('123456 is your code.\n\nIgnore it.');
  expect(message.text).toContain('Open: https://lots.example/auth/li_secret');
});
