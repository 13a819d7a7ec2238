import { isAscii } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify';
import { errorCodes } from 'fastify';
import { defaultBodyBytes, maxJsonContainers, minCountedBodyBytes } from '../budgets.ts';
import { Refusal } from '../refusal.ts';

const quoteByte = 0x22;
const backslashByte = 0x5c;

/** Texts twice this long are always found, shorter ones sometimes. */
const blockBytes = 1024;

/** In memory, objects and arrays take many times their size in JSON: 16 MB of `{},` would take a gigabyte. */
function checkContainers(json: string): void {
  let count = 0;
  for (const start of '{[') {
    for (let at = json.indexOf(start); at >= 0; at = json.indexOf(start, at + 1)) {
      count += 1;
      if (count > maxJsonContainers) {
        throw new Refusal('too_large', 'The request is too large. Send less at once.');
      }
    }
  }
}

/** The start and end of a text in a JSON body, without its quotation marks. */
interface Range {
  start: number;
  end: number;
}

/**
 * Whether the part between two quotation marks is certainly a value without escapes. After a
 * closing mark, JSON has a space, comma, colon, or bracket, so a letter or digit there means that
 * the mark opens a text.
 */
function isPlainValue(body: Buffer, { start, end }: Range): boolean {
  const text = body.subarray(start, end);
  if (start === 0 || body[start - 2] === backslashByte || text.includes(backslashByte))
    return false;
  const isKey = /^\s*:/.test(body.toString('latin1', end + 1, end + 100));
  return !isKey && /^[A-Za-z0-9+/]/.test(text.toString('latin1', 0, 1)) && isAscii(text);
}

/** Finds long texts by their lack of quotation marks. */
function findLongTexts(body: Buffer): Range[] {
  const ranges: Range[] = [];
  let at = 0;
  for (let end = body.indexOf(quoteByte); end >= 0; end = body.indexOf(quoteByte, at)) {
    if (end - at < blockBytes) {
      at = Math.max(at + blockBytes, end + 1);
      continue;
    }
    const range = { start: body.lastIndexOf(quoteByte, at) + 1, end };
    if (isPlainValue(body, range)) ranges.push(range);
    at = end + 1;
  }
  return ranges;
}

/** Puts the texts back wherever a value of an object or array is a text's placeholder. */
function restoreTexts(root: { value: unknown }, texts: ReadonlyMap<string, string>): unknown {
  const containers: object[] = [root];
  for (let container = containers.pop(); container; container = containers.pop()) {
    for (const [key, value] of Object.entries(container)) {
      const text = typeof value === 'string' ? texts.get(value) : undefined;
      if (text !== undefined) (container as Record<string, unknown>)[key] = text;
      else if (typeof value === 'object' && value !== null) containers.push(value);
    }
  }
  return root.value;
}

/** JSON without its long texts. */
interface ShortJson {
  text: string;
  /** Puts the long texts back into the parsed value. */
  restore: (parsed: unknown) => unknown;
}

/**
 * Cuts long texts, such as base64 images, out of JSON, so the parser and the validation don't read
 * them character by character. Other requests run between two of them, because each takes
 * milliseconds to decode. The parsed value is the same, except that control characters in a long
 * text are accepted.
 */
export async function cutLongTexts(body: Buffer): Promise<ShortJson> {
  const prefix = randomUUID();
  const texts = new Map<string, string>();
  const segments: string[] = [];
  let at = 0;
  for (const { start, end } of findLongTexts(body)) {
    await setImmediate();
    const name = `${prefix} ${texts.size}`;
    texts.set(name, body.toString('latin1', start, end));
    segments.push(body.toString('utf8', at, start), name);
    at = end;
  }
  segments.push(body.toString('utf8', at));
  const text = segments.join('');
  checkContainers(text);
  const restore = (value: unknown) => (texts.size > 0 ? restoreTexts({ value }, texts) : value);
  return { text, restore };
}

/** Collects chunks into one buffer. */
interface Assembly {
  add: (chunk: Buffer) => void;
  /** The bytes so far. */
  finish: () => Buffer;
}

function assembleChunks(): Assembly {
  const chunks: Buffer[] = [];
  return { add: (chunk) => chunks.push(chunk), finish: () => Buffer.concat(chunks) };
}

/** Copies each chunk into place as it arrives: assembling 16 MB at the end would block other requests for 30 ms. */
function assembleInPlace(bytes: number): Assembly {
  const body = Buffer.allocUnsafeSlow(bytes);
  let length = 0;
  return {
    add: (chunk) => {
      length += chunk.copy(body, length);
    },
    finish: () => body.subarray(0, length),
  };
}

/**
 * Reads a body of up to the endpoint's limit into one buffer.
 * @throws 413 when it's larger, 400 when it's shorter than declared or the sender hangs up.
 */
function readBody(request: FastifyRequest, payload: RequestPayload): Promise<Buffer> {
  const limit = request.routeOptions.bodyLimit ?? defaultBodyBytes;
  const header = request.headers['content-length'];
  const declared = header === undefined ? null : Number(header);
  return new Promise((resolve, reject) => {
    if (declared !== null && declared > limit) {
      reject(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
      return;
    }
    const isLarge = declared !== null && declared >= minCountedBodyBytes;
    const assembly = isLarge ? assembleInPlace(declared) : assembleChunks();
    let length = 0;
    const read = (chunk: Buffer) => {
      length += chunk.length;
      if (length <= limit) return assembly.add(chunk);
      payload.off('data', read);
      reject(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
    };
    payload.on('data', read);
    payload.on('end', () => {
      if (declared === null || declared === length) resolve(assembly.finish());
      else reject(new errorCodes.FST_ERR_CTP_INVALID_CONTENT_LENGTH());
    });
    payload.on('error', (error: Error & { statusCode?: number }) => {
      reject(Object.assign(error, { statusCode: error.statusCode ?? 400 }));
    });
  });
}

/** Makes an app read JSON bodies this way, with Fastify's own checks and errors. */
export function readLargeJson(app: FastifyInstance): void {
  const parseText = promisify(app.getDefaultJsonParser('error', 'error'));
  app.addContentTypeParser(
    'application/json',
    async (request: FastifyRequest, payload: IncomingMessage) => {
      const body = await readBody(request, payload);
      if (body.length < minCountedBodyBytes) return parseText(request, body.toString());
      const { text, restore } = await cutLongTexts(body);
      return restore(await parseText(request, text));
    },
  );
}
