import type { Pdf } from './create-pdf.ts';

/** The current font; pdfkit's types lack it. */
interface FontInUse {
  _font: { font: { hasGlyphForCodePoint: (codePoint: number) => boolean } };
}

const graphemes = new Intl.Segmenter('en-US', { granularity: 'grapheme' });

/** Joiners and variation selectors choose between glyphs and have none of their own. */
const withoutForm = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu;

/** Names for omitted text, by the first character that has one; Japanese is recognized by characters that only it has. */
const scripts: readonly [RegExp, string][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'Japanese'],
  [/\p{Script=Han}/u, 'Chinese'],
  [/\p{Script=Hangul}/u, 'Korean'],
  [/\p{Script=Arabic}/u, 'Arabic'],
  [/\p{Script=Hebrew}/u, 'Hebrew'],
  [/\p{Script=Thai}/u, 'Thai'],
  [/\p{Script=Devanagari}/u, 'Devanagari'],
  [/\p{Script=Bengali}/u, 'Bengali'],
  [/\p{Script=Tamil}/u, 'Tamil'],
  [/\p{Script=Georgian}/u, 'Georgian'],
  [/\p{Script=Armenian}/u, 'Armenian'],
];

function nameOmission(characters: string): string {
  const script = scripts.find(([form]) => form.test(characters))?.[1];
  if (script) return `[${script} text]`;
  if (/\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(characters)) return '[emoji]';
  return /\p{L}/u.test(characters) ? '[other text]' : '[symbol]';
}

interface TextRun {
  text: string;
  isOmitted: boolean;
}

/**
 * Splits text, put on one line, into what the current font has (Inter has Latin, Greek, and
 * Cyrillic) and what it doesn't.
 */
function divide(pdf: Pdf, text: string): TextRun[] {
  const { font } = (pdf as unknown as FontInUse)._font;
  const isDrawable = (character: string) =>
    font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
  const line = text.normalize('NFC').replace(/\s+/g, ' ').trim();
  const runs: TextRun[] = [];
  for (const { segment } of graphemes.segment(line)) {
    const characters = segment.replace(withoutForm, '');
    const isOmitted = !Array.from(characters).every(isDrawable);
    const before = runs.at(-1);
    if (before?.isOmitted === isOmitted) before.text += characters;
    else runs.push({ text: characters, isOmitted });
  }
  return runs;
}

/**
 * Replaces unprintable text with a word in brackets, so readers see that a name in another script
 * is there instead of boxes; `hasOmissions` says whether there is such a word.
 */
export function toPrintable(pdf: Pdf, text: string): { text: string; hasOmissions: boolean } {
  const runs = divide(pdf, text);
  const words = runs.map((run) => (run.isOmitted ? nameOmission(run.text) : run.text));
  return {
    text: words.join('').replace(/(\[[^\]]+\])(?: \1)+/g, '$1'),
    hasOmissions: runs.some(({ isOmitted }) => isOmitted),
  };
}

/** Like `toPrintable`, without the bracketed words: on a poster they would be mistaken for the name. */
export function omitUnprintable(pdf: Pdf, text: string): { text: string; hasOmissions: boolean } {
  const runs = divide(pdf, text);
  const printed = runs.filter(({ isOmitted }) => !isOmitted);
  return {
    text: printed
      .map((run) => run.text)
      .join('')
      .replace(/\s+/g, ' ')
      .trim(),
    hasOmissions: printed.length < runs.length,
  };
}
