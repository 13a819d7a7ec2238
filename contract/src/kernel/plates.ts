// One key for each plate, however it was read or typed.
import { toDigit } from './typed-text.ts';

/** Letters that Unicode doesn't decompose: letters with a stroke, and ligatures. */
const strokes = { Ø: 'O', Ł: 'L', Đ: 'D', Ħ: 'H', Æ: 'AE', Œ: 'OE' };
/** Greek and Cyrillic capitals that look like Latin ones, and their Latin counterparts. */
const alikeLetters = [
  'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧАВЕЅІЈКМНОРСТУХԚԜ',
  'ABEZHIKMNOPTYXABESIJKMHOPCTYXQW',
] as const;

const others = new Map<string, string>(Object.entries(strokes));
for (const [index, letter] of Array.from(alikeLetters[0]).entries()) {
  others.set(letter, alikeLetters[1][index] ?? letter);
}

const isAscii = /^[\x20-\x7e]*$/;
/**
 * How plates are compared: letters and digits in capitals. Width, accents, separators, invisible
 * characters and the script of look-alike letters and digits make no difference.
 */
export function plateKey(plate: string): string {
  // The common case.
  if (isAscii.test(plate)) return plate.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const capitals = plate.normalize('NFKC').toUpperCase().normalize('NFKD');
  return capitals
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/[^A-Z0-9]/gu, (sign) =>
      /\p{Nd}/u.test(sign) ? toDigit(sign) : (others.get(sign) ?? sign),
    );
}

const alike: Record<string, string> = {
  O: '0',
  Q: '0',
  D: '0',
  I: '1',
  L: '1',
  Z: '2',
  S: '5',
  G: '6',
  B: '8',
};

/** The key with look-alike characters merged: plates with the same fold may be the same plate. */
export const plateFold = (key: string): string =>
  key.replace(/[OQDILZSGB]/g, (sign) => alike[sign] ?? sign);

const foldSigns = 'ACEFHJKMNPRTUVWXY0123456789'.split('');

/** The folds with one character more, less or replaced: of plates that this one may be a wrong read of. */
export function listNearFolds(fold: string): string[] {
  const near = new Set<string>();
  for (let index = 0; index <= fold.length; index += 1) {
    const [before, after] = [fold.slice(0, index), fold.slice(index + 1)];
    if (index < fold.length) near.add(before + after);
    for (const sign of foldSigns) {
      near.add(before + sign + fold.slice(index));
      if (index < fold.length) near.add(before + sign + after);
    }
  }
  near.delete(fold);
  near.delete('');
  return [...near];
}

/** Placeholders that cameras and their software send for a car without a readable plate, as keys. */
const placeholders = new Set(
  (
    'UNKNOWN UNKNOW UNK UNDEFINED UNDETECTED UNRECOGNIZED UNRECOGNISED UNREAD UNREADABLE UNLICENSED UNLICENCED ' +
    'UNIDENTIFIED ILLEGIBLE NONE NULL NIL NAN NA NODATA NOTDETECTED NOTFOUND NOTREAD NOTRECOGNIZED NOTAVAILABLE ' +
    'NOPLATE NOPLATES NOPLATEFOUND NOPLATEREAD NOPLATEDETECTED NOTAG NOTAGS NOREAD NOLICENSE NOLICENCE NOLICENSEPLATE ' +
    'NONUMBER NOLP NOLPR EMPTY BLANK MISSING INVALID ERROR FAILED OBJECTOBJECT TEST TEMP OCCLUDED OBSCURED COVERED ' +
    'SINPLACA SINPLACAS SINMATRICULA DESCONOCIDA DESCONOCIDO ILEGIBLE SANSPLAQUE INCONNU INCONNUE ILLISIBLE ' +
    'OHNEKENNZEICHEN KEINKENNZEICHEN UNBEKANNT UNLESBAR SEMPLACA DESCONHECIDA DESCONHECIDO NESSUNATARGA SCONOSCIUTA ' +
    'SCONOSCIUTO GEENKENTEKEN ONBEKEND ONLEESBAAR OKÄND UKENDT UKJENT TUNTEMATON BRAKTABLIC NIEZNANY NEZNÁMÁ PLAKASIZ ' +
    'BILINMIYOR НЕТНОМЕРА НЕОПРЕДЕЛЕН НЕИЗВЕСТНО БЕЗНОМЕРА 无车牌 无牌 无牌车 未识别 未知 無牌 無車牌 未識別 不明 番号不明 認識不可 ' +
    '미인식 번호없음 번호판없음 غيرمعروف بدونلوحة'
  )
    .split(' ')
    .map(plateKey),
);
/** Longer words of these are also sent with a number of the car behind them, such as UNKNOWN1. */
const shortestNumbered = 6;

/**
 * Whether a text is a placeholder for an unreadable plate rather than a plate: nothing, one character however often, or a
 * word for it in any language of cameras.
 */
export function isPlaceholder(plate: string): boolean {
  const key = plateKey(plate);
  const word = key.replace(/\d{1,3}$/, '');
  return (
    /^(.?)\1*$/u.test(key) ||
    placeholders.has(key) ||
    (word.length >= shortestNumbered && placeholders.has(word))
  );
}

/** Describes the characters that no plate has; null if there are none. */
export function findStrangeCharacters(plate: string): string | null {
  const strange = plate
    .normalize('NFKC')
    .replace(/[\p{L}\p{M}\p{N}\p{Zs}\p{Pd}\p{Cf}.·•∙‧_]/gu, '');
  const names = [...new Set(Array.from(strange))].slice(0, 3).map((sign) => {
    const code = (sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return /\p{C}/u.test(sign) ? `U+${code}` : `“${sign}”`;
  });
  return names.length > 0 ? names.join(', ') : null;
}
