import type { Envelope } from './formats/camera-read.ts';
import type { OpenedMessage } from './read-message.ts';

/** Maximum characters to keep of an unreadable message. */
export const keptCharacters = 256 * 1024;

/** Base64 that begins like a PNG, a JPEG, or a WebP, and any that is long. */
const base64 = /^(?:data:[\w/+.-]+;base64,)?(?:iVBORw0K|\/9j\/|UklGR|[\w+/=\s-]{2000})/;

const isPicture = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 40 && base64.test(value.slice(0, 2100));

/** URLs with a password or a query: only the host is kept. */
const withSecret =
  /\b([a-z][a-z0-9+.-]{0,15}):\/\/(?:[^\s"'<>/\\]{0,300}@)?([^\s"'<>/\\?#@]{1,300})([^\s"'<>\\]*)/gi;

export function withoutSecrets(text: string): string {
  return text.replace(withSecret, (address, scheme: string, host: string, rest: string) =>
    address.includes('@') || rest.includes('?') ? `${scheme}://${host}/…` : address,
  );
}

const describePicture = (picture: string) => `[${picture.length} characters of a picture]`;

const isXml = ({ text }: Envelope) => /^\s*</.test(text);

function keptDocument(envelope: Envelope): string {
  const { document, text } = envelope;
  if (document === undefined) return text;
  if (isXml(envelope)) {
    return text.replace(/>([^<>]{41,})</g, (found, content: string) =>
      isPicture(content.trim()) ? `>${describePicture(content.trim())}<` : found,
    );
  }
  return JSON.stringify(document, (_, value: unknown) =>
    isPicture(value) ? describePicture(value) : value,
  );
}

/**
 * The stored form of a message: images, which are in the file store, and possible camera credentials are cut out; the
 * rest is unchanged.
 */
export function keptText({ envelopes, text }: OpenedMessage): string {
  try {
    // All elements of an XML text are in that text.
    const pieces = Map.groupBy(envelopes, (envelope) =>
      isXml(envelope) ? envelope.text : envelope,
    );
    const texts = [...pieces.values()].flatMap(([first]) => (first ? [keptDocument(first)] : []));
    return withoutSecrets([...new Set(texts)].join('\n') || text);
  } catch (error) {
    // Too deeply nested to be serialized again.
    if (!(error instanceof RangeError)) throw error;
    return withoutSecrets(text.slice(0, keptCharacters));
  }
}
