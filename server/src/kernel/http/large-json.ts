import { isAscii } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { maxJsonContainers, minCountedBodyBytes } from '../budgets.ts';
import { Refusal } from '../refusal.ts';
import { readBody } from './request-body.ts';

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
