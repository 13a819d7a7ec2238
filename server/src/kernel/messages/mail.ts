import { createTransport } from 'nodemailer';
import { FinalFailure } from '../data/jobs.ts';
import type { Messenger } from './messages.ts';

/** How long a mail server may be silent, and how long one email may take in total, in milliseconds. */
const patience = { silentMs: 10_000, allMs: 30_000 };

const isLoopback = (host: string) => /^(localhost|127\.[\d.]+|\[?::1\]?)$/.test(host);

interface SmtpError {
  code?: string;
  responseCode?: number;
}

/**
 * The error without the server's own words, which repeat the address. A permanent refusal (5xx
 * after sign-in) ends the job; anything else may pass.
 */
function toFailure(error: SmtpError): Error {
  const { code = 'unknown', responseCode } = error;
  const reason = responseCode ? `${code} ${responseCode}` : code;
  const forGood = (code === 'EENVELOPE' || code === 'EMESSAGE') && (responseCode ?? 0) >= 500;
  return forGood
    ? new FinalFailure(`The mail server permanently refused the message (${reason}).`)
    : new Error(`The email couldn’t be sent (${reason}).`);
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
        throw toFailure(error as SmtpError);
      }
    },
  };
}
