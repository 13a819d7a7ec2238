import type { Encoding } from '@lotkeeper/contract/intake/visitors-csv';
import { decodeAll } from './csv-text.ts';

// The bytes don’t show which single-byte encoding a text has; only its decoded words do.

/** Most common encodings first, Western ones before others. */
const candidates: readonly Encoding[] = [
  'windows-1252',
  'macintosh',
  'ibm850',
  'ibm437',
  'windows-1250',
  'windows-1251',
  'x-mac-cyrillic',
  'koi8-r',
  'ibm866',
  'windows-1253',
  'windows-1254',
  'windows-1257',
  'shift_jis',
  'gb18030',
  'big5',
  'euc-kr',
];

const scripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Hebrew}|\p{Script=Arabic}/u,
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u,
];

/** Letters so rare in names of people that they indicate damage. */
const rareLetters = /[ƒŸþÞıŒœµªºšŠžŽ]/u;
const beyondAscii = /[^\0-\x7f]/;

/**
 * A mix of capital and small letters that names don’t have, with one beyond ASCII: McDonald is a name, but MŸller,
 * VŽra, and îscar aren’t.
 */
const oddCase =
  /[\p{Ll}--\p{ASCII}]\p{Lu}|\p{Ll}[\p{Lu}--\p{ASCII}]|\p{Lu}[\p{Lu}--\p{ASCII}]\p{L}{0,40}\p{Ll}|^[\p{Ll}--\p{ASCII}]\p{L}{2}/v;

/**
 * The apostrophe of O’Neil, d’Artagnan, and King’s: a letter of another encoding may be in the same position of a word.
 */
const apostrophe = /(?<=^\p{L}{1,2})’(?=\p{Lu})|(?<=^\p{Ll}{1,2})’(?=\p{Ll})|’(?=s$)/gu;

/** Whether a word could be part of a name, or is short for ‘number’. */
function isPlausible(word: string): boolean {
  if (/^[\p{L}\d]{1,2}[°ºª]$/u.test(word)) return true;
  const letters = word.replace(/^[‘“]+|(?<=^[‘“].*)[’”]+$/gu, '').replace(apostrophe, '');
  if (!/^[\p{L}\p{M}\x20-\x7e]*$/u.test(letters)) return false;
  if (rareLetters.test(letters) || oddCase.test(letters)) return false;
  if (scripts.filter((script) => script.test(letters)).length !== 1) return false;
  const beyond = Array.from(letters).filter((letter) => beyondAscii.test(letter)).length;
  const isLatin = scripts[0]?.test(letters) ?? false;
  return !isLatin || letters.length < 3 || beyond * 2 <= letters.length;
}

/** Maximum characters of a word to check. */
const longestWord = 60;

/** The words of a text that have letters beyond ASCII. */
const wordsBeyondAscii = (text: string) =>
  text
    .split(/[\0-&(-/:-@[-`{-\x7f]+/)
    .flatMap((word) => (beyondAscii.test(word) ? [word.slice(0, longestWord)] : []));

interface Reading {
  encoding: Encoding;
  words: string[];
  quality: number;
}

function readAs(sample: Uint8Array, encoding: Encoding): Reading[] {
  const text = decodeAll(sample, encoding);
  if (text === null) return [];
  const words = wordsBeyondAscii(text);
  const plausible = words.filter(isPlausible).length;
  return [{ encoding, words, quality: words.length === 0 ? 1 : plausible / words.length }];
}

/** The share of words that must look like names for the encoding not to be in question. */
const sureQuality = 0.9;

/** An encoding that fits some bytes, with words to check it by if that isn’t certain. */
export interface EncodingGuess {
  encoding: Encoding;
  doubts: 'none' | 'garbled' | 'several';
  words: string[];
}

/**
 * The encoding of bytes that aren’t UTF-8. If several fit, the most common one is chosen; a rarer one is then
 * uncertain.
 */
export function guessEncoding(sample: Uint8Array): EncodingGuess {
  const readings = candidates.flatMap((encoding) => readAs(sample, encoding));
  const [commonest] = readings;
  const best = readings.reduce<Reading | undefined>(
    (found, reading) => (found && found.quality >= reading.quality ? found : reading),
    commonest,
  );
  if (!best) return { encoding: 'windows-1252', doubts: 'garbled', words: [] };
  const words = [...new Set(best.words)].slice(0, 3);
  const { encoding, quality } = best;
  if (quality < sureQuality) return { encoding, doubts: 'garbled', words };
  const isSame = (reading: Reading) => reading.words.join(' ') === best.words.join(' ');
  const rivals = readings.filter((reading) => reading.quality >= quality && !isSame(reading));
  const isSure = encoding === 'windows-1252' || rivals.length === 0;
  return { encoding, doubts: isSure ? 'none' : 'several', words };
}

const garbled = /[ÃÂ][\u0080-\u00bf‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|\p{L}\?\p{L}/u;

/**
 * Words that were damaged before the file was saved: UTF-8 read as Windows-1252, or letters that became question marks.
 */
export function findGarbledWords(text: string): string[] {
  const words = text.split(/[\s,;|"\t]+/).filter((word) => !/[/=&@]/.test(word));
  return words.filter((word) => garbled.test(word));
}
