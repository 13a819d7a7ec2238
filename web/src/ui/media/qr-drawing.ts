import { encode } from 'uqr';

/** Light squares around the code, as its standard requires. */
const quietZone = 4;
/** Pixels per side of the image file; enough for a letter page at 150 dots per inch. */
const picturePixels = 1200;

/** A QR code: squares per side, including the quiet zone, and its dark squares by row. */
export const encodeQr = (text: string) => encode(text, { ecc: 'M', border: quietZone });

/** Dark squares as one SVG path of horizontal runs. */
export function drawQrPath(rows: readonly (readonly boolean[])[]): string {
  const runs: string[] = [];
  rows.forEach((row, y) => {
    row.forEach((dark, x) => {
      if (!dark || row[x - 1]) return;
      const end = row.indexOf(false, x);
      const width = (end === -1 ? row.length : end) - x;
      runs.push(`M${x} ${y}h${width}v1h-${width}z`);
    });
  });
  return runs.join('');
}

/** A QR code as an SVG file, which is sharp at any size. */
export function makeQrSvg(text: string): Blob {
  const { data, size } = encodeQr(text);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${picturePixels}" height="${picturePixels}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}h-${size}z"/><path d="${drawQrPath(data)}"/></svg>`;
  return new Blob([svg], { type: 'image/svg+xml' });
}

/** A QR code as a PNG file, each square a whole number of pixels. Throws if the browser can't draw. */
export async function makeQrPng(text: string): Promise<Blob> {
  const { data, size } = encodeQr(text);
  const square = Math.max(1, Math.floor(picturePixels / size));
  const canvas = document.createElement('canvas');
  canvas.width = size * square;
  canvas.height = size * square;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser can’t draw images.');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(square, square);
  context.fillStyle = '#000';
  data.forEach((row, y) => {
    row.forEach((isDark, x) => {
      if (isDark) context.fillRect(x, y, 1, 1);
    });
  });
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error('This browser can’t write PNG files.'));
    }, 'image/png');
  });
}
