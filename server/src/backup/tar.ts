import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const blockBytes = 512;

interface TarEntry {
  name: string;
  bytes: number;
  mode: number;
  isFolder: boolean;
}

const toText = (field: Buffer) => field.toString('utf8').replace(/\0.*$/s, '');
const toNumber = (field: Buffer) => Number.parseInt(toText(field).trim() || '0', 8);

/** Kinds of entries that PostgreSQL writes: files and folders. */
const entryKinds: Record<string, boolean> = { '0': false, '\0': false, '5': true };

function readHeader(block: Buffer): TarEntry {
  const name = toText(block.subarray(0, 100));
  const isFolder = entryKinds[block.toString('latin1', 156, 157)];
  const sum = block.reduce(
    (total, byte, index) => total + (index >= 148 && index < 156 ? 32 : byte),
  );
  if (sum !== toNumber(block.subarray(148, 156))) throw new Error('The tar is damaged.');
  if (isFolder === undefined || /^\/|(^|\/)\.\.(\/|$)/.test(name))
    throw new Error(`The tar has an entry that isn't expected: ${name}`);
  const [mode, bytes] = [toNumber(block.subarray(100, 108)), toNumber(block.subarray(124, 136))];
  return { name, bytes, mode, isFolder };
}

/** Hands out the bytes of a stream in pieces of wanted lengths. */
function openReader(source: AsyncIterable<Buffer>) {
  const chunks = source[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  /** Up to `maxBytes`, at least one. */
  const readSome = async (maxBytes: number): Promise<Buffer> => {
    while (rest.length === 0) {
      const next = await chunks.next();
      if (next.done) throw new Error('The tar ends early.');
      rest = next.value;
    }
    const piece = rest.subarray(0, maxBytes);
    rest = rest.subarray(piece.length);
    return piece;
  };
  const readBlock = async (): Promise<Buffer> => {
    const pieces: Buffer[] = [];
    for (let left = blockBytes; left > 0; left -= pieces.at(-1)?.length ?? 0)
      pieces.push(await readSome(left));
    return Buffer.concat(pieces);
  };
  return { readSome, readBlock };
}

type Reader = ReturnType<typeof openReader>;

async function writeFileEntry(path: string, { mode, bytes }: TarEntry, reader: Reader) {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, 'w', mode & 0o700);
  try {
    for (let left = bytes; left > 0; ) {
      const piece = await reader.readSome(left);
      await file.writeFile(piece);
      left -= piece.length;
    }
  } finally {
    await file.close();
  }
  if (bytes % blockBytes > 0) {
    for (let left = blockBytes - (bytes % blockBytes); left > 0; )
      left -= (await reader.readSome(left)).length;
  }
}

/** Unpacks a tar of PostgreSQL into a folder. What it writes isn't synced. */
export async function unpackTar(
  source: AsyncIterable<Buffer>,
  folder: string,
  onBytes: (bytes: number) => void = () => undefined,
): Promise<void> {
  const reader = openReader(source);
  let total = 0;
  for (;;) {
    const block = await reader.readBlock();
    // A block of zeros is the end.
    if (block.every((byte) => byte === 0)) return;
    const entry = readHeader(block);
    const path = join(folder, entry.name);
    if (entry.isFolder) await mkdir(path, { recursive: true, mode: 0o700 });
    else await writeFileEntry(path, entry, reader);
    total += entry.bytes;
    onBytes(total);
  }
}
