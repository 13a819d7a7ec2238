import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Envelope } from './formats/camera-read.ts';
import {
  decodeText,
  looksLikeDocument,
  readDocuments,
  requireReadable,
  UnreadableText,
} from './lenient-text.ts';
import type { Part } from './multipart.ts';
import { splitParts } from './multipart.ts';

/** A message that was opened: what it contains, and why some of it or all can't be read. */
export interface OpenedMessage {
  /** One for each document: several cars may come in one message. */
  envelopes: Envelope[];
  /** All that is text in it. */
  text: string;
  problem: string | null;
}

/** Names that senders give to the part that counts, where others are text too. */
const textNames = ['json', 'event'];

const isText = ({ type, bytes }: Part) =>
  !type.startsWith('image/') && looksLikeDocument(decodeText(bytes.subarray(0, 80)));

/** A text with the pictures that belong to it. */
interface Piece {
  text: string;
  pictures: Map<string, Uint8Array>;
}

/** Puts the parts of a message together: each text with the pictures behind it, the first also with those before it. */
function groupParts(bodyParts: readonly Part[]): Piece[] {
  const namedParts = bodyParts.filter((part) => textNames.includes(part.name));
  const texts = namedParts.length > 0 ? namedParts : bodyParts.filter(isText);
  const groups: Piece[] = [];
  const early = new Map<string, Uint8Array>();
  for (const part of bodyParts) {
    if (texts.includes(part)) {
      const pictures = groups.length === 0 ? early : new Map<string, Uint8Array>();
      groups.push({ text: decodeText(part.bytes), pictures });
    } else if (!isText(part)) {
      const { pictures } = groups.at(-1) ?? { pictures: early };
      for (const name of [part.name, part.fileName]) {
        pictures.set(name.replace(/\.\w+$/, ''), part.bytes);
      }
    }
  }
  return groups.length > 0 ? groups : [{ text: '', pictures: early }];
}

/** The text of a form: its field for JSON, or whatever in it is a document. */
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

/** The sentence for what can't be read. @throws what isn't about the message */
function describeProblem(error: unknown): string {
  if (error instanceof RangeError) return 'It is nested too deeply.';
  if (error instanceof UnreadableText) return error.message;
  throw error;
}

/**
 * Opens a message of any of the types that cameras send, by what its bytes say and not by what it's called. It never
 * fails: what can't be read is a problem, and the rest is there.
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
      // Its pictures are kept with it.
      if (pictures.size > 0) envelopes.push({ document: undefined, text, pictures, received_at });
    }
  }
  return { envelopes, text: pieces.map(({ text }) => text).join('\n'), problem };
}
