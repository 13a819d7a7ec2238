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
