import type { FontName, Pdf } from './create-pdf.ts';
import { sheet } from './create-pdf.ts';
import { toPrintable } from './printable-text.ts';

type Structure = ReturnType<Pdf['struct']>;

/** Colors on paper, as in the light scheme. */
export const ink = {
  text: '#14191f',
  muted: '#4d5966',
  accent: '#0b5067',
  line: '#c3cbd3',
  highlight: '#fdb022',
  paper: '#ffffff',
} as const;

export interface TextStyle {
  font: FontName;
  /** In points. */
  size: number;
  color: string;
}

/**
 * Text shaping options for each call that measures or writes. Inter's contextual alternates
 * (arrows, symbols next to digits) are off: reading their tables for each document takes longer
 * than everything else.
 */
export function shapeText(features: { tnum?: boolean } = {}): {
  features: PDFKit.Mixins.OpenTypeFeatures[];
} {
  // pdfkit's types allow only lists, but it also takes an object, which can switch a default off.
  return { features: { calt: false, ...features } as unknown as PDFKit.Mixins.OpenTypeFeatures[] };
}

/** Space above all content, in points. */
const topMargin = 44;

/** Space at the bottom of a page for its footer, in points. */
const footerHeight = 64;

/** Writes a document from top to bottom, over as many pages as needed, with its structure for screen readers. */
export class PageWriter {
  readonly pdf: Pdf;
  readonly left = sheet.margin;
  readonly width = sheet.width - 2 * sheet.margin;
  /** The position of the next text or line, in points from the top of the page. */
  top: number = topMargin;
  readonly #root: Structure;
  #hasOmissions = false;

  constructor(pdf: Pdf) {
    this.pdf = pdf;
    this.#root = pdf.struct('Document');
    pdf.addStructure(this.#root);
  }

  /** Starts a new page unless the height fits on this one. */
  ensureSpace(height: number): void {
    if (this.top + height > sheet.height - footerHeight) this.startPage();
  }

  startPage(): void {
    this.pdf.addPage();
    this.top = topMargin;
  }

  skip(height: number): void {
    this.top += height;
  }

  /** Sets font, size, and color. A new page resets the color. */
  applyStyle({ font, size, color }: TextStyle): void {
    this.pdf.font(font).fontSize(size).fillColor(color);
  }

  /** The part of a text that can be printed in the current font. */
  toPrintable(text: string): string {
    const printable = toPrintable(this.pdf, text);
    this.#hasOmissions ||= printable.hasOmissions;
    return printable.text;
  }

  /** Explains the bracketed words, if there are any; `source` is a sentence on where the full text is. */
  writeOmissions(source: string, style: TextStyle): void {
    if (!this.#hasOmissions) return;
    const note = 'Words in brackets stand for characters that this document can’t print.';
    this.writeText('P', `${note} ${source}`, style);
  }

  /** Writes a paragraph or a heading across the page, wrapped. */
  writeText(tag: 'H1' | 'H2' | 'H3' | 'P', text: string, style: TextStyle): void {
    this.applyStyle(style);
    const printable = this.toPrintable(text);
    const height = this.pdf.heightOfString(printable, { ...shapeText(), width: this.width });
    this.ensureSpace(height);
    this.applyStyle(style);
    this.addTagged(tag, () => {
      this.pdf.text(printable, this.left, this.top, { ...shapeText(), width: this.width });
    });
    this.skip(height);
  }

  /** Draws content as an element of the document's structure. */
  addTagged(tag: string, draw: () => void, parent = this.#root, options = {}): void {
    parent.add(this.pdf.struct(tag, options, draw));
  }

  addElement(tag: string, parent = this.#root): Structure {
    const element = this.pdf.struct(tag);
    parent.add(element);
    return element;
  }

  /** Draws what screen readers skip: decoration, and content that repeats on each page. */
  drawArtifact(draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
    this.pdf.markContent('Artifact', { type });
    draw();
    this.pdf.endMarkedContent();
  }

  drawRule(color: string = ink.line): void {
    this.drawArtifact(() => {
      this.pdf.lineWidth(0.75).moveTo(this.left, this.top);
      this.pdf.lineTo(this.left + this.width, this.top).stroke(color);
    });
  }
}
