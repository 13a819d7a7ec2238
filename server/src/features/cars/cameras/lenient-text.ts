import { XMLParser, XMLValidator } from 'fast-xml-parser';

/** Why a text can't be read, as a message. */
export class UnreadableText extends Error {}

/** Values stay text. An element with attributes and text is an object with `#text`. */
const xml = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseAttributeValue: false,
  ignoreDeclaration: true,
  parseTagValue: false,
  removeNSPrefix: true,
});

/** Maximum documents in a text; each takes a while to parse, and a message of ten megabytes may have a million. */
const maxDocuments = 1000;

function requireFew(count: number): void {
  if (count > maxDocuments) throw new UnreadableText('It contains more than 1,000 documents.');
}

/**
 * Maximum fields, elements, and attributes of a message; each takes a while, and ten megabytes may have five million.
 */
const maxFields = 300_000;
/** Maximum nesting; no camera uses more than a dozen levels. */
const maxDepth = 200;

/** @throws UnreadableText for texts with so many fields that parsing them would block other requests. */
export function requireReadable(texts: readonly string[]): void {
  let left = maxFields;
  for (const text of texts.filter(looksLikeDocument)) {
    for (const _ of text.matchAll(/[<=&{[,]/g)) {
      left -= 1;
      if (left < 0) throw new UnreadableText('It has too many fields to be read.');
    }
  }
}

const tooDeep = 'It is nested too deeply.';

/** Code that walks a document may recurse into each level. */
function requireShallow(node: unknown, depth = 0): void {
  if (typeof node !== 'object' || node === null) return;
  if (depth > maxDepth) throw new UnreadableText(tooDeep);
  for (const value of Object.values(node)) requireShallow(value, depth + 1);
}

/** Control characters, and characters that begin neither a tag nor an entity: cameras put names into XML unescaped. */
const cleanXml = (text: string) =>
  text
    // oxlint-disable-next-line no-control-regex -- these are what XML can't have
    .replace(/[\0-\u0008\u000b\u000c\u000e-\u001f]/g, '')
    .replace(/&(?!#\d+;|#x[\da-f]+;|\w+;)/gi, '&amp;')
    .replace(/<(?![A-Za-z_/!?])/g, '&lt;');

/** The elements with a given name that follow each other in a text, whatever is between and after them. */
function splitXml(text: string): string[] {
  const root = /<([A-Za-z_][\w.:-]*)/.exec(text)?.[1];
  if (root === undefined) return [];
  const elements: string[] = [];
  const end = `</${root}>`;
  for (let from = text.indexOf(`<${root}`); from >= 0; ) {
    const at = text.indexOf(end, from);
    if (at < 0) break;
    elements.push(text.slice(from, at + end.length));
    requireFew(elements.length);
    from = text.indexOf(`<${root}`, at);
  }
  return elements;
}

function parseXml(element: string): unknown {
  try {
    return xml.parse(element);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    // The library refuses more than a hundred levels, and the names of JavaScript's prototypes.
    const isDeep = error instanceof Error && /nested/i.test(error.message);
    throw new UnreadableText(
      isDeep ? tooDeep : 'It has a name that can’t be read, such as “constructor”.',
    );
  }
}

/** Parses XML without a document type, and so only with the five predefined entities. */
function readXml(text: string): unknown[] {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new UnreadableText('It has a document type.');
  const cleaned = cleanXml(text);
  // An element may be nested in one of the same name, so only a text that isn't a single document is split.
  const split = XMLValidator.validate(cleaned) === true ? [cleaned] : splitXml(cleaned);
  // A self-closing element has no end tag.
  const elements = split.length > 0 || !/\/>\s*$/.test(cleaned) ? split : [cleaned];
  if (elements.length === 0) throw new UnreadableText('Its XML is cut off.');
  return elements.map((element) => {
    if (XMLValidator.validate(element) !== true) throw new UnreadableText('It isn’t XML.');
    return parseXml(element);
  });
}

/** A string, even an unterminated one: otherwise each quotation mark in it would be tried as a start. */
const jsonText = String.raw`"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)`;
const repairable = new RegExp(
  String.raw`${jsonText}|-?\b(?:NaN|Infinity)\b|,(?=\s*[}\]])|\0`,
  'gs',
);
const structure = new RegExp(String.raw`${jsonText}|[{}[\]]`, 'gs');

const escapeControl = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Parses JSON from lax programs: NaN, trailing commas, tabs and line breaks within strings, NUL. */
const repairJson = (text: string) =>
  text.replace(repairable, (found) => {
    if (found === ',' || found === '\0') return '';
    // oxlint-disable-next-line no-control-regex -- these are what JSON can't have
    return found.startsWith('"') ? found.replace(/[\0-\u001f]/g, escapeControl) : 'null';
  });

/** The objects and arrays that follow each other in a text, without one that is cut off. */
function splitJson(text: string): string[] {
  const values: string[] = [];
  let depth = 0;
  let from = 0;
  for (const { 0: sign, index } of text.matchAll(structure)) {
    if (sign === '{' || sign === '[') {
      if (depth === 0) from = index;
      depth += 1;
    } else if (sign === '}' || sign === ']') {
      depth -= 1;
      if (depth === 0) values.push(text.slice(from, index + 1));
      requireFew(values.length);
    }
  }
  return values;
}

function readJson(text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    const values = splitJson(repairJson(text));
    if (values.length === 0) throw new UnreadableText('Its JSON is cut off, or it isn’t JSON.');
    try {
      return values.map((value) => JSON.parse(value) as unknown);
    } catch {
      throw new UnreadableText('It isn’t JSON.');
    }
  }
}

/** Whether a text begins like JSON or XML. */
export const looksLikeDocument = (text: string) => /^\s*[{[<]/.test(text);

/**
 * The documents of a text, in JSON or XML by its first character. Damage that leaves no doubt about the meaning is
 * repaired; what is cut off isn't read, since half a plate is another plate.
 * @throws UnreadableText
 */
export function readDocuments(text: string): unknown[] {
  if (!looksLikeDocument(text)) throw new UnreadableText('It contains no JSON or XML.');
  const documents = text.trimStart().startsWith('<') ? readXml(text) : readJson(text);
  requireShallow(documents);
  return documents;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function findEncoding([first, second]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first && second === 0) return 'utf-16le';
  return first === 0 && second ? 'utf-16be' : null;
}

/** Decodes bytes as UTF-16 with or without a BOM, UTF-8, or otherwise Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  const encoding = findEncoding(bytes);
  if (encoding) return new TextDecoder(encoding).decode(bytes);
  try {
    return utf8.decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
