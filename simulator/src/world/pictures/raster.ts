/** A color as red, green and blue from 0 to 255. */
export type Color = readonly [number, number, number];

/** An image in memory, three bytes per pixel. */
export class Raster {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.data = new Uint8ClampedArray(width * height * 3);
  }

  /** Blends a color over a pixel; `cover` from 0 (nothing) to 1 (everything). */
  blend(x: number, y: number, color: Color, cover = 1): void {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return;
    const at = (Math.floor(y) * this.width + Math.floor(x)) * 3;
    for (let part = 0; part < 3; part += 1) {
      const before = this.data[at + part] as number;
      this.data[at + part] = before + ((color[part] as number) - before) * cover;
    }
  }

  rectangle(x: number, y: number, width: number, height: number, color: Color, cover = 1): void {
    for (let row = Math.round(y); row < Math.round(y + height); row += 1) {
      for (let column = Math.round(x); column < Math.round(x + width); column += 1) {
        this.blend(column, row, color, cover);
      }
    }
  }

  /** A rectangle with beveled corners. */
  block(x: number, y: number, width: number, height: number, cut: number, color: Color): void {
    for (let row = 0; row < Math.round(height); row += 1) {
      const edge = Math.max(0, cut - Math.min(row, Math.round(height) - 1 - row));
      this.rectangle(x + edge, y + row, width - 2 * edge, 1, color);
    }
  }
}

/** Blends two colors. */
export const mix = (first: Color, other: Color, share: number): Color => [
  first[0] + (other[0] - first[0]) * share,
  first[1] + (other[1] - first[1]) * share,
  first[2] + (other[2] - first[2]) * share,
];
