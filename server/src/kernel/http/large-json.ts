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

/** Texts of twice as many bytes are always found, shorter ones not always. */
const blockBytes = 1024;

/** Objects and arrays take many times the bytes that they have in JSON: 16 MB of `{},` would take a gigabyte. */
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

/** Where a text of a JSON body starts and ends, without its quotation marks. */
interface Range {
  start: number;
  end: number;
}

/**
 * Whether what is between two quotation marks is certainly a value without escapes. Behind a mark that ends a text JSON
 * has a space, comma, colon, or bracket, so a letter or digit there means that the mark starts one.
 */
function isPlainValue(body: Buffer, { start, end }: Range): boolean {
  const text = body.subarray(start, end);
  if (start === 0 || body[start - 2] === backslashByte || text.includes(backslashByte))
    return false;
  const isKey = /^\s*:/.test(body.toString('latin1', end + 1, end + 100));
  return !isKey && /^[A-Za-z0-9+/]/.test(text.toString('latin1', 0, 1)) && isAscii(text);
}

/** Finds long texts by what they lack: quotation marks. */
function findLongTexts(body: Buffer): Range[] {
  const found: Range[] = [];
  let at = 0;
  for (let end = body.indexOf(quoteByte); end >= 0; end = body.indexOf(quoteByte, at)) {
    if (end - at < blockBytes) {
      at = Math.max(at + blockBytes, end + 1);
      continue;
    }
    const range = { start: body.lastIndexOf(quoteByte, at) + 1, end };
    if (isPlainValue(body, range)) found.push(range);
    at = end + 1;
  }
  return found;
}

/** Puts the texts back wherever a value of an object or array is the name of one. */
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

/** JSON whose long texts were cut out. */
interface ShortJson {
  text: string;
  /** Puts the long texts back into what was parsed. */
  restore: (parsed: unknown) => unknown;
}

/**
 * Cuts long texts, such as images in base64, out of JSON, so that neither the parser nor what checks its text reads
 * them character by character. Other requests run between two of them: each takes milliseconds to decode. What was
 * parsed is the same, but control characters in a long text are let through.
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

/** Puts what arrives together. */
interface Assembly {
  add: (chunk: Buffer) => void;
  /** The bytes so far. */
  finish: () => Buffer;
}

function assembleChunks(): Assembly {
  const chunks: Buffer[] = [];
  return { add: (chunk) => chunks.push(chunk), finish: () => Buffer.concat(chunks) };
}

/** Takes each chunk to its place as it comes: 16 MB put together at the end would block other requests for 30 ms. */
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
 * @throws 413 when there is more, 400 when there is less than declared or the sender hangs up.
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

/** Makes an app read JSON bodies this way, with the same checks and errors as before. */
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
