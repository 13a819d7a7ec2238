import { createTransport } from 'nodemailer';
import { FinalFailure } from '../data/jobs.ts';
import type { SmtpError } from './mail-failure.ts';
import { describeMailFailure, findPort } from './mail-failure.ts';
import type { Messenger } from './messages.ts';

/** How long an email server may be silent, and how long one email may take in total, in milliseconds. */
const patience = { silentMs: 10_000, allMs: 30_000 };

const isLoopback = (host: string) => /^(localhost|127\.[\d.]+|\[?::1\]?)$/.test(host);

/**
 * A permanent refusal of a message (5xx after sign-in) ends the job; anything else may pass. The server's own last words
 * are for a person who tries it, and in no log.
 */
function toFailure(error: SmtpError, server: { host: string; port: number }): Error {
  const isFinal =
    /^(EENVELOPE|EMESSAGE)$/.test(error.code ?? '') && (error.responseCode ?? 0) >= 500;
  const words = describeMailFailure(error, server);
  const failure = isFinal ? new FinalFailure(words) : new Error(words);
  return Object.defineProperty(failure, 'answer', { value: error.response });
}

async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject({ code: 'ETIMEDOUT' } satisfies SmtpError), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

const addressIn = (from: string) => /<?([^\s<>]+@[^\s<>]+?)>?$/.exec(from)?.[1] ?? from;

/**
 * Sends email by SMTP: one connection per email, encrypted unless the server is on this machine. A
 * retried email keeps its Message-ID.
 */
export function smtpMessenger(
  options: { url: string; from: string },
  times: typeof patience = patience,
): Messenger {
  const url = new URL(options.url);
  const isLocal = isLoopback(url.hostname);
  const sender = addressIn(options.from);
  const transport = createTransport({
    url: options.url,
    requireTLS: url.protocol === 'smtp:' && !isLocal,
    // A relay on this machine has a self-signed certificate, if any.
    tls: { rejectUnauthorized: !isLocal },
    connectionTimeout: times.silentMs,
    greetingTimeout: times.silentMs,
    socketTimeout: times.silentMs,
    dnsTimeout: times.silentMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text, html, key, unsubscribe }) {
      const mail = {
        from: options.from,
        // As an object, so an address is never parsed as a list.
        to: { name: '', address: to },
        subject,
        text,
        ...(html ? { html } : {}),
        ...(key ? { messageId: `<${key}@${sender.split('@')[1]}>` } : {}),
        headers: {
          'Auto-Submitted': 'auto-generated',
          // RFC 8058.
          ...(unsubscribe
            ? {
                'List-Unsubscribe': `<${unsubscribe}>`,
                'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
              }
            : {}),
        },
      };
      try {
        await withTimeout(times.allMs, transport.sendMail(mail));
      } catch (error) {
        throw toFailure(error as SmtpError, { host: url.hostname, port: findPort(url) });
      }
    },
  };
}
