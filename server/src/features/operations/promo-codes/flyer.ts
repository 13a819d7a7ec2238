import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { startOfDay } from '@lotkeeper/contract/kernel/calendar';
import type { PromoRentalType } from '@lotkeeper/contract/operations/promo-codes';
import { promoRentalTypes } from '@lotkeeper/contract/operations/promo-codes';
import { encode } from 'uqr';
import type { FontName, Pdf } from '../../../kernel/pdf/create-pdf.ts';
import { createPdf, sheet } from '../../../kernel/pdf/create-pdf.ts';
import { drawMark, inBlack } from '../../../kernel/pdf/letterhead.ts';
import { omitUnprintable } from '../../../kernel/pdf/printable-text.ts';
import type { FlyerSpot } from './promo-codes.queries.ts';

/** The texts of a flyer. */
export interface Flyer {
  code: string;
  /** As text, such as '15% off'. */
  offer: string;
  spot: FlyerSpot;
  /** The content of the QR code. */
  link: string;
  applicable_rental_types: readonly PromoRentalType[];
  expiration: LocalDate | null;
  /** When the code was created; makes a code's flyer reproducible. */
  created_at: Instant;
}

const column = sheet.width - 2 * sheet.margin;

interface Line {
  text: string;
  font: FontName;
  /** The font size to try first, in points. */
  size: number;
  /** Maximum lines; the font shrinks until the text fits. */
  lines: number;
  /** Maximum width, in points. */
  width?: number;
}

/**
 * Writes the printable part of a text centered on the page, as large as fits, and returns where the next one may begin.
 */
function write(pages: Pdf, line: Line, top: number): number {
  const { font, size, lines, width = column } = line;
  pages.font(font);
  const { text } = omitUnprintable(pages, line.text);
  if (!text) return top;
  const fitsAt = (at: number) => {
    pages.fontSize(at);
    const widest = Math.max(...text.split(/\s+/).map((word) => pages.widthOfString(word)));
    const height = pages.heightOfString(text, { width: column, align: 'center' });
    return widest <= width && height <= lines * pages.currentLineHeight(true) + 1;
  };
  let at = size;
  while (at > 9 && !fitsAt(at)) at -= 1;
  pages.fontSize(at);
  pages.text(text, sheet.margin, top, { width: column, align: 'center' });
  return pages.y;
}

/** The QR code as horizontal runs of black squares, in a box of `side` points. */
function drawCode(pages: Pdf, text: string, { top, side }: { top: number; side: number }): void {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const unit = side / size;
  const left = (sheet.width - side) / 2;
  data.forEach((row, y) => {
    for (let x = 0; x < size; ) {
      const end = row.indexOf(!row[x], x) === -1 ? size : row.indexOf(!row[x], x);
      if (row[x]) pages.rect(left + x * unit, top + y * unit, (end - x) * unit, unit);
      x = end;
    }
  });
  pages.fill('black');
}

const list = new Intl.ListFormat('en-US', { type: 'conjunction' });

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

function validity({ applicable_rental_types, expiration }: Flyer): string {
  const types = applicable_rental_types.map((type) => promoRentalTypes[type].toLowerCase());
  const until = expiration ? ` Valid through ${days.format(startOfDay(expiration, 'UTC'))}.` : '';
  return `For ${list.format(types)} parking.${until}`;
}

/** Notes in the bottom left corner that something is missing, for the person who puts up the flyer. */
function drawOmissions(pages: Pdf, texts: readonly string[]): void {
  pages.font('regular').fontSize(8);
  if (!texts.some((text) => omitUnprintable(pages, text).hasOmissions)) return;
  const note = 'Characters of the name or address that this flyer can’t print are left out.';
  pages.fillColor('black').text(note, sheet.margin, sheet.height - 50, { lineBreak: false });
}

/** Our logo and name, small in the bottom right corner: the flyer is the property's. */
function drawImprint(pages: Pdf): void {
  const side = 11;
  const top = sheet.height - 40 - side;
  pages.font('semibold').fontSize(8);
  const left = sheet.width - sheet.margin - pages.widthOfString('Lotkeeper');
  drawMark(pages, { left: left - side - 4, top, side }, inBlack);
  const lineTop = top + (side - pages.currentLineHeight()) / 2;
  pages.fillColor('black').text('Lotkeeper', left, lineTop, { lineBreak: false });
}

function draw(pages: Pdf, flyer: Flyer): void {
  const { spot, code, offer, link } = flyer;
  const address = `${spot.address_line1}, ${spot.city}, ${spot.state}`;
  let y = write(pages, { text: spot.name, font: 'bold', size: 30, lines: 2 }, sheet.margin + 6);
  y = write(pages, { text: address, font: 'regular', size: 14, lines: 1 }, y + 4);
  y = write(pages, { text: offer, font: 'bold', size: 60, lines: 2 }, y + 26);
  const side = Math.min(260, sheet.height - y - 250);
  drawCode(pages, link, { top: y + 30, side });
  y += 30 + side + 22;
  y = write(pages, { text: 'Scan to book your parking', font: 'bold', size: 18, lines: 1 }, y);
  y = write(pages, { text: 'or enter this discount code', font: 'regular', size: 14, lines: 1 }, y);
  pages.lineWidth(2).rect(sheet.margin + 12, y + 12, column - 24, 52);
  pages.stroke('black');
  pages.fill('black');
  const codeWidth = column - 60;
  y = write(pages, { text: code, font: 'bold', size: 28, lines: 1, width: codeWidth }, y + 20);
  write(pages, { text: validity(flyer), font: 'regular', size: 13, lines: 2 }, y + 34);
  drawOmissions(pages, [spot.name, address]);
  drawImprint(pages);
}

/** A flyer as a PDF with one letter-size page, black on white, with a title for screen readers. */
export function drawFlyer(flyer: Flyer): Promise<Buffer> {
  const title = `${flyer.offer} at ${flyer.spot.name}`;
  return createPdf({ title, createdAt: flyer.created_at }, (pages) => draw(pages, flyer));
}
