import type { Pdf } from './create-pdf.ts';

/** The font that is in use; the types of pdfkit leave it out. */
interface FontInUse {
  _font: { font: { hasGlyphForCodePoint: (codePoint: number) => boolean } };
}

const graphemes = new Intl.Segmenter('en-US', { granularity: 'grapheme' });

/** Joiners and variation selectors choose between forms and have none of their own. */
const withoutForm = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu;

/**
 * The text on one line, with a box for each character that the font in use doesn't have (Inter has Latin, Greek and
 * Cyrillic), so that a name in another script leaves a visible gap and the copied text is what is printed.
 */
export function toPrintableText(pdf: Pdf, text: string): string {
  const { font } = (pdf as unknown as FontInUse)._font;
  const isDrawable = (character: string) =>
    font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
  const line = text.normalize('NFC').replace(/\s+/g, ' ').trim();
  return [...graphemes.segment(line)]
    .map(({ segment }) => segment.replace(withoutForm, ''))
    .map((characters) => (Array.from(characters).every(isDrawable) ? characters : '□'))
    .join('');
}
