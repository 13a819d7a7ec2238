const isDigit = (code: number) => /\p{Nd}/u.test(String.fromCodePoint(code));

/** Converts a digit of any script to ASCII: each script has its ten digits in a row, starting at zero. */
export function toDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (isDigit(zero - 1)) zero -= 1;
  return String((code - zero) % 10);
}

/**
 * Normalizes typed or pasted text to what a person sees: standard-width letters, ASCII digits, plain spaces, and
 * none of the invisible marks that come from contacts, chats and documents.
 */
export const toPlainText = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/\p{Nd}/gu, toDigit)
    .trim();

const part = /[^\s\p{Cc}@,;:<>()[\]\\"]+/u;
const label = /[\p{L}\p{M}\p{N}_-]+/u;
const emailPattern = new RegExp(`^${part.source}@(${label.source}\\.)+${label.source}$`, 'u');

/** Longer text isn't an address, whatever is copied along with it. */
const maxTyped = 1000;
const [signsBefore, signsAfter] = [`"'“‘«([<`, `"'”’»)]>.,;`];

/** Strips signs and spaces around an address. */
function strip(text: string): string {
  const isSign = (signs: string, at: number) => {
    const sign = text.charAt(at);
    return sign !== '' && (signs.includes(sign) || sign.trim() === '');
  };
  let [start, end] = [0, text.length];
  while (start < end && isSign(signsBefore, start)) start += 1;
  while (end > start && isSign(signsAfter, end - 1)) end -= 1;
  return text.slice(start, end);
}

/** Strips "mailto:" from a copied link. */
const unlink = (text: string) =>
  /^mailto:/i.test(text)
    ? (text.slice('mailto:'.length).split('?')[0] ?? '').replace(
        /%([2-7][0-9a-f])/gi,
        (_, hex: string) => String.fromCharCode(parseInt(hex, 16)),
      )
    : text;

/**
 * Extracts the one email address of a text, in lowercase, as addresses are stored and compared; null if mail can't
 * be sent to it. Anything copied along with the address is removed.
 */
export function readEmail(text: string): string | null {
  if (text.length > maxTyped) return null;
  const plain = toPlainText(text).replaceAll('。', '.');
  const inBrackets = /<([^<>]*)>$/.exec(plain)?.[1] ?? plain;
  const email = strip(unlink(inBrackets)).toLowerCase();
  return email.length <= 254 && emailPattern.test(email) ? email : null;
}
