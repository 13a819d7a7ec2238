import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A file as a handler answers it, which the browser keeps. */
export abstract class Download {
  /** Such as `income-statement copper-square-garage 2026-06-01 2026-06-30`; without its extension. */
  readonly name: string;
  abstract readonly extension: string;
  abstract readonly type: string;

  constructor(name: string) {
    this.name = name;
  }

  /** Rejects where there is nothing to send. */
  abstract content(): Promise<Readable> | Readable | Buffer;
}

/** Words as a part of a file's name: letters and digits of any script, dashes between. */
export const inFileName = (words: string) =>
  words
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);

/** Sends a file under its name. */
export async function sendDownload(reply: FastifyReply, file: Download) {
  const { name, extension } = file;
  const content = await file.content();
  const plain = name.replace(/[^\w .-]/g, '_');
  return reply
    .type(file.type)
    .header(
      'content-disposition',
      `attachment; filename="${plain}.${extension}"; filename*=UTF-8''${encodeURIComponent(name)}.${extension}`,
    )
    .send(content);
}
