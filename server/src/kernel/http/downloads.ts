import type { Readable } from 'node:stream';
import { rowCountHeader } from '@lotkeeper/contract/kernel/endpoint';
import type { FastifyReply } from 'fastify';

/** A file that the browser saves, returned by a handler. */
export abstract class Download {
  /** Such as `income-statement copper-square-garage 2026-06-01 2026-06-30`, without extension. */
  readonly name: string;
  abstract readonly extension: string;
  abstract readonly type: string;

  /** The number of rows, if known before they are read. */
  readonly rowCount: number | undefined;

  constructor(name: string, rowCount?: number) {
    this.name = name;
    this.rowCount = rowCount;
  }

  /** Where the browser can read it instead, for a minute; null = the server sends it. */
  async findUrl(): Promise<string | null> {
    return null;
  }

  /** Rejects when there's nothing to send. */
  abstract content(): Promise<Readable> | Readable | Buffer;
}

/** Makes words usable in a file name: letters and digits of any script, with dashes between. */
export const inFileName = (words: string) =>
  words
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);

export async function sendDownload(reply: FastifyReply, file: Download) {
  const { name, extension } = file;
  const url = await file.findUrl();
  if (url !== null) {
    reply.header('cache-control', 'private, max-age=30').header('referrer-policy', 'no-referrer');
    return reply.redirect(url);
  }
  const content = await file.content();
  if (file.rowCount !== undefined) reply.header(rowCountHeader, file.rowCount);
  const plain = name.replace(/[^\w .-]/g, '_');
  return reply
    .type(file.type)
    .header(
      'content-disposition',
      `attachment; filename="${plain}.${extension}"; filename*=UTF-8''${encodeURIComponent(name)}.${extension}`,
    )
    .send(content);
}
