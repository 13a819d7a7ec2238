import { Random } from '@lotkeeper/simulator/world/random';

/** A camera message as it arrives. */
export interface SentMessage {
  type: string;
  body: Buffer;
}

type Damage = (text: string, random: Random) => SentMessage;

const json = 'application/json';
const plain = (text: string, type = json): SentMessage => ({ type, body: Buffer.from(text) });
const isXml = (text: string) => text.trimStart().startsWith('<');
/** Damage that depends on the text's format, XML or JSON. */
const either = (xml: (text: string) => string, forJson: (text: string) => string): Damage => {
  return (text) => plain(isXml(text) ? xml(text) : forJson(text));
};

const boundary = 'gate-5d7c';
const part = (text: string, head: string) => `--${boundary}\r\n${head}\r\n\r\n${text}\r\n`;
const partType = (text: string) =>
  `Content-Type: ${isXml(text) ? 'application/xml' : json}; charset="UTF-8"`;
const multipart = (body: string, type: string) => plain(body, type);

const replaceTimes = (text: string, time: string) =>
  text.replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?/g, time);

const at = (text: string, random: Random) => random.int(0, text.length - 1);

/** What happens to valid messages in transit, as reported in the bug trackers of cameras and receivers. */
export const messageDamages: Readonly<Record<string, Damage>> = {
  'as a form': (text) => plain(text, 'application/x-www-form-urlencoded'),
  'as plain text': (text) => plain(text, 'text/plain'),
  'as bytes': (text) => plain(text, 'application/octet-stream'),
  'without a type': (text) => plain(text, ''),
  'as the other format': (text) => plain(text, isXml(text) ? json : 'text/xml'),
  'a part without disposition': (text) =>
    multipart(
      `${part(text, partType(text))}--${boundary}--\r\n`,
      `multipart/form-data; boundary=${boundary}`,
    ),
  'mixed parts': (text) =>
    multipart(
      `${part(text, partType(text))}--${boundary}--\r\n`,
      `multipart/mixed; boundary="${boundary}"`,
    ),
  'no boundary in the header': (text) =>
    multipart(`${part(text, partType(text))}--${boundary}--\r\n`, 'multipart/form-data'),
  'no closing boundary': (text) =>
    multipart(part(text, partType(text)), `multipart/form-data; boundary=${boundary}`),
  'lines of LF only': (text) =>
    multipart(
      `${part(text, partType(text))}--${boundary}--\r\n`.replaceAll('\r\n', '\n'),
      `multipart/form-data; boundary=${boundary}`,
    ),
  'a byte order mark': (text) => plain(`\uFEFF${text}`),
  'UTF-16': (text) => ({ type: json, body: Buffer.from(`\uFEFF${text}`, 'utf16le') }),
  'a NUL behind': (text) => plain(`${text}\0`),
  'words behind': (text) => plain(`${text}\r\nOK`),
  'blank lines before': (text) => plain(`\r\n\r\n  ${text}`),
  'sent twice in one': (text) => plain(`${text}\n${text}`),
  'NaN or a bare ampersand': either(
    (text) => text.replace(/>([^<>]*[a-z][^<>]*)</, '>$1 & Co<'),
    (text) => text.replace(/^\s*\{/, '{"speed": NaN, "heading": Infinity, '),
  ),
  'a trailing comma or a bare less-than': either(
    (text) => text.replace(/>([^<>]*[a-z][^<>]*)</, '>$1 < 3 m<'),
    (text) => text.replace(/\}\s*$/, ', }'),
  ),
  'a raw tab or an unknown entity': either(
    (text) => text.replace(/>([^<>]*[a-z][^<>]*)</, '>$1&nbsp;<'),
    (text) => text.replace(/^\s*\{/, '{"note": "gate\t1\u0001", '),
  ),
  'a byte of Latin-1': (text) => {
    const [before, after] = isXml(text)
      ? [text.replace(/<\/[^>]+>\s*$/, ''), /<\/[^>]+>\s*$/.exec(text)?.[0] ?? '']
      : ['{"site": "Caf', `", ${text.replace(/^\s*\{/, '')}`];
    const middle = isXml(text) ? '<site>Caf\u00E9</site>' : '\u00E9';
    return { type: json, body: Buffer.from(before + middle + after, 'latin1') };
  },
  'before there were cameras': (text) => plain(replaceTimes(text, '0001-01-01T00:00:00')),
  'in 1970': (text) => plain(replaceTimes(text, '1970-01-01T00:00:12Z')),
  'in 2037': (text) => plain(replaceTimes(text, '2037-06-15T19:00:00Z')),
  'in 9999': (text) => plain(replaceTimes(text, '9999-12-31T23:59:59Z')),
  'cut off': (text, random) => plain(text.slice(0, at(text, random))),
  'bytes missing': (text, random) => {
    const from = at(text, random);
    return plain(text.slice(0, from) + text.slice(from + random.int(1, 12)));
  },
  'a byte changed': (text, random) => {
    const body = Buffer.from(text);
    body[at(text, random) % body.length] = random.int(0, 255);
    return { type: json, body };
  },
  empty: () => plain(''),
  garbage: (_, random) => ({
    type: json,
    body: Buffer.from(Array.from({ length: 60 }, () => random.int(0, 255))),
  }),
};

/** Damages at a random position: they may hit the plate, which then becomes another one or unreadable. */
export const drawnDamages = ['cut off', 'bytes missing', 'a byte changed', 'empty', 'garbage'];

/** A message with the named damage; the same seed damages it in the same way. */
export function damageMessage(text: string, kind: string, seed: number | string): SentMessage {
  const damage = messageDamages[kind];
  if (!damage) throw new Error(`No damage is called ${kind}.`);
  return damage(text, new Random(seed, kind));
}
