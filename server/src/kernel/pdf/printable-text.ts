import type { Pdf } from './create-pdf.ts';

/** The font that is in use; the types of pdfkit leave it out. */
interface FontInUse {
  _font: { font: { hasGlyphForCodePoint: (codePoint: number) => boolean } };
}

const graphemes = new Intl.Segmenter('en-US', { granularity: 'grapheme' });

/** Joiners and variation selectors choose between forms and have none of their own. */
const withoutForm = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu;

/** What is left out, by the first of its characters that has a name; Japanese is recognized by characters that only it has. */
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

/** The text on one line, divided into what the font in use has (Inter has Latin, Greek and Cyrillic) and what it doesn't. */
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
 * The text with a word in brackets for what can't be printed, so that nobody reads boxes, and a name in another script
 * is known to be there; `hasOmissions` says whether there is such a word.
 */
export function toPrintable(pdf: Pdf, text: string): { text: string; hasOmissions: boolean } {
  const runs = divide(pdf, text);
  const words = runs.map((run) => (run.isOmitted ? nameOmission(run.text) : run.text));
  return {
    text: words.join('').replace(/(\[[^\]]+\])(?: \1)+/g, '$1'),
    hasOmissions: runs.some(({ isOmitted }) => isOmitted),
  };
}

/** As `toPrintable`, without a word for what can't be printed: on a poster it would be taken for the name. */
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
