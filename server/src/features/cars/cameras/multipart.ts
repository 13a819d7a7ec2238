import { UnreadableText } from './lenient-text.ts';

/** One part of a multipart body. */
export interface Part {
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
export function splitParts(contentType: string, body: Buffer): Part[] | null {
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
