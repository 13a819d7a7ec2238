import type { CameraMapping } from '@lotkeeper/contract/cars/camera-mappings';
import type { CameraAnswer, CameraFormat } from '@lotkeeper/contract/cars/cameras';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Beat, CameraRead, Envelope, ParsedMessage } from './formats/camera-read.ts';
import { UnparsableMessage } from './formats/camera-read.ts';
import { custom } from './formats/custom.ts';
import { formats } from './formats/formats.ts';
import {
  decodeText,
  looksLikeDocument,
  readDocuments,
  requireReadable,
  UnreadableText,
} from './lenient-text.ts';

/** One part of a multipart body. */
interface Part {
  name: string;
  fileName: string;
  type: string;
  bytes: Buffer;
}

/** Maximum parts: cameras send a text and a few images, or a few more for several cars in one message. */
const maxParts = 100;

/** The boundary that the body really has: from its header, or from its first line. */
function findBoundary(contentType: string, body: Buffer): string | null {
  const declared = /boundary=\s*"?([^";\r\n]+)/i.exec(contentType)?.[1]?.trim();
  const start = body.subarray(0, 300).toString('latin1');
  const first = /^\s*--([^\r\n]{1,200})/.exec(start)?.[1]?.trim();
  const candidates = [declared, first].filter(
    (candidate) => candidate !== undefined && candidate !== '',
  );
  return candidates.find((candidate) => body.includes(`--${candidate}`)) ?? null;
}

/** Where the delimiter begins a line, and where the content after it begins. */
function* findDelimiters(body: Buffer, delimiter: Buffer) {
  for (let at = body.indexOf(delimiter); at >= 0; at = body.indexOf(delimiter, at + 1)) {
    const before = body[at - 1];
    if (at === 0 || before === 0x0a || before === 0x0d) yield { at, end: at + delimiter.length };
  }
}

function toPart(piece: Buffer): Part {
  const text = piece.subarray(0, 4096).toString('latin1');
  const head = /^(?:[ \t]*\r?\n)?((?:[\w-]+:[^\r\n]*\r?\n(?:[ \t][^\r\n]*\r?\n)*)*)\r?\n/.exec(
    text,
  );
  const header = head?.[1] ?? '';
  const find = (pattern: RegExp) => pattern.exec(header)?.[1] ?? '';
  return {
    name: find(/[;\s]name="?([^";\r\n]*)/i),
    fileName: find(/filename="?([^";\r\n]*)/i),
    type: find(/^content-type:\s*([^;\r\n]*)/im).toLowerCase(),
    bytes: piece.subarray(head?.[0].length ?? 0),
  };
}

const endsWith = (bytes: Buffer, end: string) =>
  bytes.subarray(Math.max(0, bytes.length - end.length)).toString('latin1') === end;

function trimLineEnd(bytes: Buffer): Buffer {
  const length = endsWith(bytes, '\r\n') ? 2 : endsWith(bytes, '\n') ? 1 : 0;
  return bytes.subarray(0, bytes.length - length);
}

/**
 * Splits a multipart body of any subtype, as cameras write them: with or without dispositions, with other line ends,
 * with a boundary that the header lacks, and without an end. null = it has no boundary. No library reads these: Busboy
 * and formidable require a disposition and a correct header.
 * @throws UnreadableText if there are too many parts.
 */
function splitParts(contentType: string, body: Buffer): Part[] | null {
  const boundary = findBoundary(contentType, body);
  if (boundary === null) return null;
  const marks: { at: number; end: number }[] = [];
  for (const mark of findDelimiters(body, Buffer.from(`--${boundary}`, 'latin1'))) {
    marks.push(mark);
    if (marks.length > maxParts + 1) throw new UnreadableText('It has more than 100 parts.');
  }
  return marks.flatMap(({ end }, index) => {
    const piece = body.subarray(end, marks[index + 1]?.at ?? body.length);
    // Two dashes end the body.
    if (piece.length < 2 || piece.subarray(0, 2).toString('latin1') === '--') return [];
    return [toPart(trimLineEnd(piece))];
  });
}

/** An opened message: its content, and why some or all of it can't be read. */
export interface OpenedMessage {
  /** One per document: a message may contain several cars. */
  envelopes: Envelope[];
  /** All text in it. */
  text: string;
  problem: string | null;
}

/** Names that senders give to the main part, when others are text too. */
const textNames = ['json', 'event'];

const isText = ({ type, bytes }: Part) =>
  !type.startsWith('image/') && looksLikeDocument(decodeText(bytes.subarray(0, 80)));

/** A text with the images that belong to it. */
interface Piece {
  text: string;
  pictures: Map<string, Uint8Array>;
}

/** Groups the parts of a message: each text gets the images after it, the first also those before it. */
function groupParts(bodyParts: readonly Part[]): Piece[] {
  const namedParts = bodyParts.filter((part) => textNames.includes(part.name));
  const texts = namedParts.length > 0 ? namedParts : bodyParts.filter(isText);
  const groups: Piece[] = [];
  const leadingPictures = new Map<string, Uint8Array>();
  for (const part of bodyParts) {
    if (texts.includes(part)) {
      const pictures = groups.length === 0 ? leadingPictures : new Map<string, Uint8Array>();
      groups.push({ text: decodeText(part.bytes), pictures });
    } else if (!isText(part)) {
      const { pictures } = groups.at(-1) ?? { pictures: leadingPictures };
      for (const name of [part.name, part.fileName]) {
        pictures.set(name.replace(/\.\w+$/, ''), part.bytes);
      }
    }
  }
  return groups.length > 0 ? groups : [{ text: '', pictures: leadingPictures }];
}

/** The text of a form: its JSON field, or any field that contains a document. */
function readForm(text: string): string {
  const fields = [...new URLSearchParams(text)];
  const jsonField = fields.find(([name]) => name === 'json')?.[1];
  return jsonField ?? fields.flat().find(looksLikeDocument) ?? text;
}

function openPieces(contentType: string, body: Buffer): Piece[] {
  const pictures = new Map<string, Uint8Array>();
  const isMultipart =
    /^multipart\//i.test(contentType) || /^\s*--\S/.test(body.subarray(0, 80).toString('latin1'));
  const bodyParts = isMultipart ? splitParts(contentType, body) : null;
  if (bodyParts) return groupParts(bodyParts);
  const text = decodeText(body);
  const isForm = /^application\/x-www-form-urlencoded/i.test(contentType);
  return [{ text: isForm && !looksLikeDocument(text) ? readForm(text) : text, pictures }];
}

/** The message for content that can't be read. @throws errors that aren't about the content */
function describeProblem(error: unknown): string {
  if (error instanceof RangeError) return 'It is nested too deeply.';
  if (error instanceof UnreadableText) return error.message;
  throw error;
}

/**
 * Opens a message of any type that cameras send, judging by its bytes instead of its content type. It never fails:
 * unreadable parts become problems, and the rest is kept.
 */
export function openMessage(
  contentType: string,
  body: Buffer,
  received_at: Instant,
): OpenedMessage {
  if (body.length === 0) return { envelopes: [], text: '', problem: 'It is empty.' };
  let pieces: Piece[];
  try {
    pieces = openPieces(contentType, body);
    requireReadable(pieces.map(({ text }) => text));
  } catch (error) {
    return { envelopes: [], text: decodeText(body), problem: describeProblem(error) };
  }
  const envelopes: Envelope[] = [];
  let problem: string | null = null;
  for (const { text, pictures } of pieces) {
    try {
      const documents = readDocuments(text);
      for (const document of documents) envelopes.push({ document, text, pictures, received_at });
    } catch (error) {
      problem ??= describeProblem(error);
      // Its images are kept with it.
      if (pictures.size > 0) envelopes.push({ document: undefined, text, pictures, received_at });
    }
  }
  return { envelopes, text: pieces.map(({ text }) => text).join('\n'), problem };
}

/** Maximum reads of one message, including vehicles without a plate. */
const maxReads = 1000;

/** The content of a message, and the outcome to answer with. */
export interface Message extends ParsedMessage {
  outcome: CameraAnswer['outcome'];
  reason: string | null;
}

/** The images of a message's reads, and of vehicles whose plate its camera couldn't read. */
export const listPictures = ({ reads, beats }: Pick<Message, 'reads' | 'beats'>) =>
  [...reads, ...beats].flatMap(({ image, plate_image }) => [image, plate_image]);

/** Gives a message's only read the images beside it that have a name its format doesn't know. */
function addOtherPictures(reads: readonly CameraRead[], { pictures }: Envelope): CameraRead[] {
  const [read] = reads;
  if (!read || reads.length > 1) return [...reads];
  const others = [...pictures].filter(
    ([, bytes]) => bytes !== read.image && bytes !== read.plate_image,
  );
  const plate = others.find(([name]) => /plate/i.test(name))?.[1];
  const overview = others.find(([, bytes]) => bytes !== plate)?.[1];
  return [
    {
      ...read,
      image: read.image ?? overview ?? null,
      plate_image: read.plate_image ?? plate ?? null,
    },
  ];
}

/** How to read a sender's messages. */
export interface Reader {
  format: CameraFormat;
  /** The mapping of the format `custom`; null until an Admin set it. */
  mapping: CameraMapping | null;
}

function parseOne({ format, mapping }: Reader, envelope: Envelope): ParsedMessage {
  if (envelope.document === undefined) throw new UnparsableMessage('It contains no JSON or XML.');
  const parsed = format === 'custom' ? custom(envelope, mapping) : formats[format](envelope);
  return { ...parsed, reads: addOtherPictures(parsed.reads, envelope) };
}

/**
 * Parses a sender's message, each of its documents separately; for one that can’t be read, the result has the reason.
 */
export function parseMessage(reader: Reader, { envelopes, problem }: OpenedMessage): Message {
  const reads: CameraRead[] = [];
  const beats: Beat[] = [];
  let why = problem;
  let ignored: string | null = null;
  for (const envelope of envelopes) {
    try {
      const parsed = parseOne(reader, envelope);
      // More than a hundred thousand can't be passed as arguments.
      for (const parsedRead of parsed.reads) reads.push(parsedRead);
      for (const beat of parsed.beats) beats.push(beat);
      ignored ??= parsed.ignored;
    } catch (error) {
      if (!(error instanceof UnparsableMessage)) throw error;
      why ??= error.message;
    }
  }
  if (reads.length + beats.length > maxReads) {
    return toUnknown('It contains more than 1,000 readings.');
  }
  if (reads.length > 0) {
    const reason = why === null ? null : `A part of it can’t be read: ${why}`;
    return { reads, beats, ignored, outcome: 'read', reason };
  }
  if (why !== null) return toUnknown(why);
  return { reads, beats, ignored, outcome: ignored ? 'ignored' : 'heartbeat', reason: ignored };
}

const toUnknown = (reason: string): Message => ({
  reads: [],
  beats: [],
  ignored: null,
  outcome: 'unknown',
  reason,
});
