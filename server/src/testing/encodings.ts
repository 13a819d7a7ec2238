import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** What clients accept (undefined = the header is absent), and the encoding that they get. */
export const encodingCases = [
  ['gzip, deflate, br, zstd', 'br'],
  ['br', 'br'],
  ['BR;q=1.0, gzip;q=0.8', 'br'],
  ['gzip, deflate', 'gzip'],
  ['gzip, br;q=0', 'gzip'],
  ['br;q=0.0, gzip;q=0.5', 'gzip'],
  ['br;q=0, gzip;q=0', 'identity'],
  ['identity', 'identity'],
  ['x-gzip-like, brotli', 'identity'],
  ['', 'identity'],
  [undefined, 'identity'],
] as const;

const decoders = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (bytes: Buffer) => bytes,
};

/** The text of a body that was sent in an encoding. */
export const decode = (encoding: keyof typeof decoders, body: Buffer): string =>
  decoders[encoding](body).toString();
