import { Download } from './downloads.ts';

/** Pages to print. */
export class PdfFile extends Download {
  readonly extension = 'pdf';
  readonly type = 'application/pdf';
  readonly #pages: Buffer;

  constructor(name: string, pages: Buffer) {
    super(name);
    this.#pages = pages;
  }

  content(): Buffer {
    return this.#pages;
  }
}
