import { Download } from './downloads.ts';

/** Several files in one. */
export class ZipFile extends Download {
  readonly extension = 'zip';
  readonly type = 'application/zip';
  readonly #bytes: Buffer;

  constructor(name: string, bytes: Buffer) {
    super(name);
    this.#bytes = bytes;
  }

  content(): Buffer {
    return this.#bytes;
  }
}
