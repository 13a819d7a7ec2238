import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A sample as its sender posts it. */
export const sampleText = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');

/** Two different images. */
export const overview = readFileSync(join(import.meta.dirname, 'overview.png'));
export const plate = readFileSync(join(import.meta.dirname, 'plate.png'));

/** A JSON sample, with the images that it names inserted as base64. */
export const sampleJson = (name: string): unknown =>
  JSON.parse(
    sampleText(name)
      .replace('"@overview"', JSON.stringify(overview.toString('base64')))
      .replace('"@plate"', JSON.stringify(plate.toString('base64'))),
  );

interface Part {
  name: string;
  fileName?: string;
  type?: string;
  bytes: Buffer | string;
}

/** A multipart body as cameras write one, and its content type. */
export function multipart(bodyParts: readonly Part[]): { type: string; body: Buffer } {
  const boundary = '----gate-7d5c';
  const pieces = bodyParts.flatMap(({ name, fileName, type, bytes }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${fileName ? `; filename="${fileName}"` : ''}\r\n`,
    `${type ? `Content-Type: ${type}\r\n` : ''}\r\n`,
    bytes,
    '\r\n',
  ]);
  const body = Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece)));
  return { type: `multipart/form-data; boundary=${boundary}`, body };
}
