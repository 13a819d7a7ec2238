import type { Readable } from 'node:stream';
import { rowCountHeader } from '@lotkeeper/contract/kernel/endpoint';
import type { FastifyReply } from 'fastify';

/** A file as a handler answers it, which the browser keeps. */
export abstract class Download {
  /** Such as `income-statement copper-square-garage 2026-06-01 2026-06-30`; without its extension. */
  readonly name: string;
  abstract readonly extension: string;
  abstract readonly type: string;

  /** How many rows it has, where that is known before they are read. */
  readonly rowCount: number | undefined;

  constructor(name: string, rowCount?: number) {
    this.name = name;
    this.rowCount = rowCount;
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
