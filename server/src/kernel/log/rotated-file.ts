import { open, rename, stat } from 'node:fs/promises';

/** Files that are set aside, `.1` the newest, and the bytes after which one is. */
export const rotatedFiles = { kept: 4, maxBytes: 5 * 1024 * 1024 } as const;

/** The names of a rotated file and of those that are set aside. */
export const listRotatedNames = (name: string): string[] => [
  name,
  ...Array.from({ length: rotatedFiles.kept }, (_, index) => `${name}.${index + 1}`),
];

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

async function renameIfThere(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** A file of lines that never grows past a size: a full one is set aside, and the oldest of those goes. */
export class RotatedFile {
  readonly #path: string;
  readonly #maxBytes: number;
  /** The append under way. */
  #last: Promise<void> = Promise.resolve();
  /** Whether the end of the file may be a line that was cut off. */
  #isTorn = true;

  constructor(path: string, maxBytes: number = rotatedFiles.maxBytes) {
    this.#path = path;
    this.#maxBytes = maxBytes;
  }

  /** Appends a line, one after the other; it's in the file when this resolves. */
  append(line: string): Promise<void> {
    const next = this.#last.then(() => this.#write(`${line}\n`));
    this.#last = next.catch(() => undefined);
    return next;
  }

  async #write(line: string): Promise<void> {
    const size = await stat(this.#path).then(
      (found) => found.size,
      () => 0,
    );
    if (size > 0 && size + Buffer.byteLength(line) > this.#maxBytes) await this.#setAside();
    const file = await open(this.#path, 'a+', 0o600);
    try {
      const end = this.#isTorn ? await readEnd(file) : '';
      this.#isTorn = true;
      await file.appendFile(`${end}${line}`);
      this.#isTorn = false;
    } finally {
      await file.close();
    }
  }

  async #setAside(): Promise<void> {
    const paths = listRotatedNames(this.#path);
    for (let index = paths.length - 1; index > 0; index -= 1) {
      await renameIfThere(paths[index - 1] ?? '', paths[index] ?? '');
    }
  }
}

/** What ends a last line that was cut off by a crash or a full disk. */
async function readEnd(file: Awaited<ReturnType<typeof open>>): Promise<string> {
  const { size } = await file.stat();
  if (size === 0) return '';
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer.toString() === '\n' ? '' : '\n';
}
