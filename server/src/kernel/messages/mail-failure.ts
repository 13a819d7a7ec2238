/** What the mail library throws, and what it was doing. */
export interface SmtpError {
  code?: string;
  /** The code of the system, such as ECONNREFUSED, which `code` took the place of. */
  originalCode?: string;
  /** The number that the email server answered with. */
  responseCode?: number;
  /** The last line of the conversation, as the email server wrote it. */
  response?: string;
  /** What the email server was asked last, such as RCPT TO. */
  command?: string;
}

/** The port of an email server's URL. */
export const findPort = ({ port, protocol }: URL): number =>
  Number(port || (protocol === 'smtps:' ? 465 : 587));

type Words = (host: string, port: number) => string;

/** What the system says of a connection, by its code. */
const connectionWords: Readonly<Record<string, Words>> = {
  ECONNREFUSED: (host, port) => `Nothing answers at ${host}, port ${port}`,
  EHOSTUNREACH: (host) => `${host} can’t be reached from this server`,
  ENETUNREACH: (host) => `${host} can’t be reached from this server`,
  ENOTFOUND: (host) => `There is no server called ${host}`,
  EAI_AGAIN: (host) => `The address of ${host} can’t be looked up right now`,
  ECONNRESET: (host, port) => `${host}, port ${port}, ended the connection`,
};

const closed: Words = (host, port) => `${host}, port ${port}, ended the connection`;
const encryption: Words = (host, port) => `${host}, port ${port}, can’t encrypt the connection`;
const certificate: Words = (host) => `The certificate of ${host} isn’t valid for it`;
const message: Words = (host) => `${host} refused the message`;

/** What the library says, by its code, where the system said nothing that we know. */
const libraryWords: Readonly<Record<string, Words>> = {
  ETIMEDOUT: (host, port) => `${host}, port ${port}, doesn’t answer in time`,
  EDNS: (host) => `There is no server called ${host}`,
  EAUTH: (host) => `${host} refused the user name or the password`,
  ETLS: encryption,
  ECONNECTION: closed,
  EPROTOCOL: (host, port) => `What answers at ${host}, port ${port}, isn’t an email server`,
  EMESSAGE: message,
};

const envelopeWords: Readonly<Record<string, Words>> = {
  'MAIL FROM': (host) => `${host} refused the sender’s address`,
  'RCPT TO': (host) => `${host} refused the recipient’s address`,
};

/** OpenSSL's codes of a certificate that isn't trusted, has expired or is another host's, and of a plain answer. */
const isCertificate = (code: string) => /^ERR_TLS_CERT|CERT|SELF_SIGNED|UNABLE_TO/.test(code);
const isEncryption = (code: string) => /^(ERR_SSL|ERR_TLS|EPROTO)/.test(code);

function findWords({ code = '', originalCode = '', responseCode, command = '' }: SmtpError): Words {
  if (isCertificate(originalCode)) return certificate;
  if (isEncryption(originalCode)) return encryption;
  const known = connectionWords[originalCode] ?? connectionWords[code];
  if (known) return known;
  if (code === 'EENVELOPE') return envelopeWords[command] ?? message;
  // A server that doesn't know the command answers 5xx to STARTTLS, which is ETLS.
  if (code === 'ESOCKET') return responseCode === undefined ? closed : message;
  return libraryWords[code] ?? (() => `The email couldn’t be sent (${code || 'unknown'})`);
}

/**
 * Why an email couldn't be sent, in words. Not in the email server's, which repeat the address of the recipient: these
 * are for logs and for pages of others.
 */
export function describeMailFailure(
  error: SmtpError,
  { host, port }: { host: string; port: number },
): string {
  const number = error.responseCode ? ` (${error.responseCode})` : '';
  return `${findWords(error)(host, port)}${number}.`;
}
