import { Busboy } from '@fastify/busboy';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { Refusal } from '../../kernel/refusal.ts';
import type { Envelope } from './formats/camera-read.ts';

const malformed = (problem: string) =>
  new Refusal('malformed_request', `The message can’t be read: ${problem}.`);

/** Maximum parts of a message: its text, two pictures, and what a vendor adds. */
const maxParts = 20;

interface Part {
  name: string;
  fileName: string;
  bytes: Buffer;
}

function parseParts(contentType: string, body: Uint8Array): Promise<Part[]> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(malformed('its multipart body is broken'));
    try {
      const parser = new Busboy({
        headers: { 'content-type': contentType },
        limits: { files: maxParts, parts: maxParts, headerPairs: 50 },
        // Not all vendors call the same parts files.
        isPartAFile: () => true,
      });
      const bodyParts: Part[] = [];
      parser.on('file', (name, stream, fileName) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('error', fail);
        stream.on('end', () => {
          bodyParts.push({ name, fileName: fileName ?? '', bytes: Buffer.concat(chunks) });
        });
      });
      parser.on('partsLimit', fail);
      parser.on('filesLimit', fail);
      parser.on('error', fail);
      parser.on('finish', () => resolve(bodyParts));
      parser.end(body);
    } catch {
      fail();
    }
  });
}

/** Values stay text, and attributes are left out: no vendor says anything in them. */
const xml = new XMLParser({
  ignoreAttributes: true,
  ignoreDeclaration: true,
  parseTagValue: false,
  removeNSPrefix: true,
});

/** Reads XML without a document type, and so without entities but the five that everybody knows. */
function fromXml(text: string): unknown {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw malformed('a document type isn’t allowed');
  if (XMLValidator.validate(text) !== true) throw malformed('it isn’t XML');
  try {
    return xml.parse(text);
  } catch {
    throw malformed('it isn’t XML');
  }
}

function fromText(text: string): unknown {
  if (text.trimStart().startsWith('<')) return fromXml(text);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw malformed('it isn’t JSON');
  }
}

const utf8 = new TextDecoder();

/** Parts that begin as JSON or XML does; the others are pictures. */
const isText = ({ bytes }: Part) => /^\uFEFF?\s*[{[<]/.test(bytes.subarray(0, 40).toString('utf8'));

const textNames = ['json', 'event'];

function fromParts(bodyParts: readonly Part[], received_at: Instant): Envelope {
  const texts = bodyParts.filter((part) => textNames.includes(part.name) || isText(part));
  const text = texts.find((part) => textNames.includes(part.name)) ?? texts[0];
  const pictures = new Map<string, Uint8Array>();
  for (const part of bodyParts) {
    if (texts.includes(part)) continue;
    for (const name of [part.name, part.fileName])
      pictures.set(name.replace(/\.\w+$/, ''), part.bytes);
  }
  const written = text ? utf8.decode(text.bytes) : '';
  return { document: text && fromText(written), text: written, pictures, received_at };
}

/** Reads a message of any of the types that cameras send; refuses with 400 what is broken. */
export async function openEnvelope(
  contentType: string,
  body: Uint8Array,
  received_at: Instant,
): Promise<Envelope> {
  if (body.length === 0) throw malformed('it is empty');
  if (/^multipart\//i.test(contentType)) {
    return fromParts(await parseParts(contentType, body), received_at);
  }
  const text = utf8.decode(body);
  const pictures = new Map<string, Uint8Array>();
  if (!/^application\/x-www-form-urlencoded/i.test(contentType)) {
    return { document: fromText(text), text, pictures, received_at };
  }
  const json = new URLSearchParams(text).get('json');
  const document = json === null ? undefined : fromText(json);
  return { document, text: json ?? '', pictures, received_at };
}
