import type { Pdf } from './create-pdf.ts';
import { sheet } from './create-pdf.ts';
import type { PageWriter } from './page-writer.ts';
import { ink, shapeText } from './page-writer.ts';

interface MarkBox {
  left: number;
  top: number;
  side: number;
}

/** The three colors of the logo: background, stall, and car. */
interface MarkColors {
  ground: string;
  stall: string;
  car: string;
}

const inColor: MarkColors = { ground: ink.accent, stall: ink.paper, car: ink.highlight };

/** For documents that are printed black on white. */
export const inBlack: MarkColors = { ground: 'black', stall: 'white', car: 'white' };

/** Draws the logo: the shapes of `web/src/app/brand/icon.svg`, on its grid of 32. */
export function drawMark(pdf: Pdf, { left, top, side }: MarkBox, colors = inColor): void {
  pdf.save();
  pdf.translate(left, top).scale(side / 32);
  pdf.roundedRect(0, 0, 32, 32, 7.5).fill(colors.ground);
  pdf.lineWidth(3.75).lineCap('round').lineJoin('round');
  pdf.path('M8.5 7v17.5h16').stroke(colors.stall);
  pdf.roundedRect(13.75, 6.5, 10.25, 13, 3.25).fill(colors.car);
  pdf.restore();
}

/** Writes the logo and name at the top of the first page. */
export function writeLetterhead(writer: PageWriter): void {
  const { pdf, left, top } = writer;
  const side = 18;
  writer.drawArtifact(() => drawMark(pdf, { left, top, side }));
  writer.applyStyle({ font: 'semibold', size: 11, color: ink.text });
  const textTop = top + (side - pdf.currentLineHeight()) / 2;
  writer.addTagged('P', () => {
    pdf.text('Lotkeeper', left + side + 6, textTop, { ...shapeText(), lineBreak: false });
  });
  writer.skip(side + 10);
  writer.drawRule();
  writer.skip(20);
}

/** Space below the footer, in points. */
const footerMargin = 40;

/** Writes a note and the page number at the bottom of each page, once all pages are written. */
export function writeFooters(writer: PageWriter, note: string): void {
  const { pdf, left, width } = writer;
  const { start, count } = pdf.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    pdf.switchToPage(start + index);
    writer.applyStyle({ font: 'regular', size: 8, color: ink.muted });
    const top = sheet.height - footerMargin - pdf.currentLineHeight();
    const number = `Page ${index + 1} of ${count}`;
    const numberLeft = left + width - pdf.widthOfString(number, shapeText());
    writer.drawArtifact(() => {
      pdf.text(note, left, top, { ...shapeText(), lineBreak: false });
      pdf.text(number, numberLeft, top, { ...shapeText(), lineBreak: false });
    }, 'Pagination');
  }
}
