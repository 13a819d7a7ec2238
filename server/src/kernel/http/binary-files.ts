import { Readable } from 'node:stream';
import { Download } from './downloads.ts';

/** A file that is complete before it's sent. */
abstract class BinaryFile extends Download {
  readonly #bytes: Buffer;

  constructor(name: string, bytes: Buffer) {
    super(name);
    this.#bytes = bytes;
  }

  content(): Buffer {
    return this.#bytes;
  }
}

export class PdfFile extends BinaryFile {
  readonly extension = 'pdf';
  readonly type = 'application/pdf';
}

/** A file of QuickBooks Desktop, which reads Latin letters of one byte. */
export class IifFile extends BinaryFile {
  readonly extension = 'iif';
  readonly type = 'text/plain; charset=iso-8859-1';
}

export class ZipFile extends BinaryFile {
  readonly extension = 'zip';
  readonly type = 'application/zip';
}

/** A ZIP file that is written while it's being sent. */
export class StreamedZipFile extends Download {
  readonly extension = 'zip';
  readonly type = 'application/zip';
  readonly #open: () => ReadableStream<Uint8Array>;

  constructor(name: string, open: () => ReadableStream<Uint8Array>) {
    super(name);
    this.#open = open;
  }

  content(): Readable {
    return Readable.fromWeb(this.#open());
  }
}

/** A ZIP file that is in the file store. */
export class StoredZipFile extends Download {
  readonly extension = 'zip';
  readonly type = 'application/zip';
  readonly #stream: Readable;

  constructor(name: string, stream: Readable) {
    super(name);
    this.#stream = stream;
  }

  content(): Readable {
    return this.#stream;
  }
}
