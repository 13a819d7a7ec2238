import { csvMessages } from '@lotkeeper/contract/intake/visitors-csv';
import type { Entry, FileEntry } from '@zip.js/zip.js';
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader, ZipWriter } from '@zip.js/zip.js';
import { ByteLimit, WorkbookError, WorkbookLimits } from './workbook-limits.ts';

/** Maximum parts of a workbook: each sheet has one, each image, chart, and comment. */
const maxParts = 1000;

/** Room for the names and headers of a ZIP, so that it needn't grow by half. */
const spareBytes = 1024 * 1024;

/** The parts that a sheet is read from. */
const isText = (name: string) => name.endsWith('.xml') || name.endsWith('.rels');

/** A name as programs may look it up that ignore case and the kind of slash. */
const normalizeName = (name: string) =>
  name
    .normalize('NFC')
    .toLowerCase()
    .split(/[\\/]/)
    .filter((step) => step !== '' && step !== '.')
    .join('/');

/** Bytes of a Unicode Path field before its name: a version and a checksum. */
const unicodePathHead = 5;

/** Whether a part has a Unicode Path field with another name than its header, whichever of them a program takes. */
function hasSecondName({ rawFilename, extraField }: Entry): boolean {
  const field = extraField?.get(0x7075);
  return (
    field !== undefined && !Buffer.from(rawFilename).equals(field.data.subarray(unicodePathHead))
  );
}

/** What kind of ZIP this is if not an .xlsx workbook, by the names in it; null when it is one. */
function findOtherKind(names: readonly string[]): string | null {
  const has = (name: string) => names.includes(name);
  if (names.some((name) => name.endsWith('.iwa')) || has('Index.zip')) return csvMessages.numbers;
  if (has('content.xml') && has('META-INF/manifest.xml')) return csvMessages.openDocument;
  if (has('xl/workbook.bin')) return csvMessages.binaryExcel;
  return has('xl/workbook.xml') ? null : csvMessages.zip;
}

/** Lists the parts that have content. */
async function listParts(zip: ZipReader<unknown>): Promise<FileEntry[]> {
  const parts: FileEntry[] = [];
  let count = 0;
  for await (const entry of zip.getEntriesGenerator()) {
    count += 1;
    if (count > maxParts) throw new WorkbookError(csvMessages.largeWorkbook);
    if (!entry.directory) parts.push(entry);
  }
  return parts;
}

/** Refuses parts that two programs could read differently, of whatever kind they are. */
async function refuseAmbiguous(parts: readonly FileEntry[]): Promise<void> {
  const names = new Set<string>();
  for (const part of parts) {
    if (hasSecondName(part)) throw new WorkbookError(csvMessages.twoNames);
    if (part.encrypted) throw new WorkbookError(csvMessages.encryptedPart);
    const name = normalizeName(part.filename);
    if (names.has(name)) throw new WorkbookError(csvMessages.sameName);
    names.add(name);
  }
  for (const part of parts)
    await part.getData(new WritableStream(), { checkOverlappingEntryOnly: true });
}

/** The message for an error of zip.js. */
function describeProblem(error: unknown): WorkbookError {
  if (error instanceof WorkbookError) return error;
  const { message, reason } = error as Error & { reason?: string };
  if (message === 'Overlapping entry found') return new WorkbookError(csvMessages.overlappingParts);
  if (reason === 'mismatched local file header (filename)')
    return new WorkbookError(csvMessages.twoNames);
  return new WorkbookError(csvMessages.workbook);
}

/** Inflates the parts, one after the other, and passes their content on. */
async function inflateParts(
  parts: readonly FileEntry[],
  limits: ByteLimit,
  pass: (name: string, content: ReadableStream<Uint8Array>) => Promise<unknown>,
): Promise<void> {
  for (const part of parts) {
    const { readable, writable } = limits.open(part.filename);
    await Promise.all([part.getData(writable), pass(part.filename, readable)]);
  }
}

/**
 * Unpacks a workbook within limits. The reader of workbooks gets a ZIP of stored parts that is written here: one reader
 * decides what a part is and counts what it inflates, and no other inflates anything. Before anything is kept,
 * everything was inflated and dropped once, so that a workbook over a limit takes hardly any memory.
 */
export async function unpackWorkbook(
  bytes: Uint8Array,
): Promise<{ unpacked: ArrayBuffer; hidesDigits: boolean }> {
  const zip = new ZipReader(new Uint8ArrayReader(bytes), {
    checkCrc32: true,
    checkLocalFilename: true,
    useWebWorkers: false,
  });
  try {
    const parts = await listParts(zip);
    const kind = findOtherKind(parts.map(({ filename }) => filename));
    if (kind !== null) throw new WorkbookError(kind);
    await refuseAmbiguous(parts);
    const texts = parts.filter(({ filename }) => isText(filename));
    const limits = new WorkbookLimits();
    await inflateParts(texts, limits, (_, content) => content.pipeTo(new WritableStream()));
    const writer = new ZipWriter(new Uint8ArrayWriter(limits.bytes + spareBytes), {
      level: 0,
      useWebWorkers: false,
    });
    await inflateParts(texts, new ByteLimit(), (name, content) => writer.add(name, content));
    const unpacked = await writer.close();
    return { unpacked: unpacked.buffer, hidesDigits: limits.hidesDigits };
  } catch (error) {
    throw describeProblem(error);
  } finally {
    await zip.close();
  }
}
