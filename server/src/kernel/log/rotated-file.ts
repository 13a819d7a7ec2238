import { open, rename, stat } from 'node:fs/promises';

/** Number of rotated files, `.1` being the newest, and the size that makes a file rotate. */
export const rotatedFiles = { kept: 4, maxBytes: 5 * 1024 * 1024 } as const;

/** The names of a file and its rotated copies. */
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

/** A file of lines with a maximum size: a full one is rotated, and the oldest copy is deleted. */
export class RotatedFile {
  readonly #path: string;
  readonly #maxBytes: number;
  /** The append in progress. */
  #last: Promise<void> = Promise.resolve();
  /** Whether the file may end in a line that was cut off. */
  #isTorn = true;

  constructor(path: string, maxBytes: number = rotatedFiles.maxBytes) {
    this.#path = path;
    this.#maxBytes = maxBytes;
  }

  /** Appends a line, in call order; the line is in the file when this resolves. */
  append(line: string): Promise<void> {
    const next = this.#last.then(() => this.#write(`${line}\n`));
    this.#last = next.catch(() => undefined);
    return next;
  }

  async #write(line: string): Promise<void> {
    const size = await stat(this.#path).then(
      (stats) => stats.size,
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

/** A line break when a crash or a full disk cut off the last line. */
async function readEnd(file: Awaited<ReturnType<typeof open>>): Promise<string> {
  const { size } = await file.stat();
  if (size === 0) return '';
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer.toString() === '\n' ? '' : '\n';
}
