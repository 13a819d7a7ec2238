const isDigit = (code: number) => /\p{Nd}/u.test(String.fromCodePoint(code));

/** A digit of any script as one of ours: each script has its ten in a row, from zero on. */
export function toDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (isDigit(zero - 1)) zero -= 1;
  return String((code - zero) % 10);
}

/**
 * What a person sees in a text that was typed or pasted: letters of one width, digits of any script as ours, plain
 * spaces, and no invisible marks, which come along from contacts, chats and documents.
 */
export const toPlainText = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/\p{Nd}/gu, toDigit)
    .trim();

const part = /[^\s@,;:<>()[\]\\"]+/;
const label = /[\p{L}\p{M}\p{N}_-]+/u;
const emailPattern = new RegExp(`^${part.source}@(${label.source}\\.)+${label.source}$`, 'u');

/** The address of a link that was copied with its "mailto:". */
const unlink = (text: string) =>
  /^mailto:/i.test(text)
    ? text
        .slice('mailto:'.length)
        .replace(/\?.*$/, '')
        .replace(/%([2-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    : text;

/**
 * The one email address in a text, in lowercase, as addresses are kept and compared in every database; null if mail
 * can't be sent to it. What comes along when an address is copied is taken off.
 */
export function readEmail(text: string): string | null {
  const plain = toPlainText(text).replaceAll('。', '.');
  const inBrackets = /<([^<>]*)>$/.exec(plain)?.[1] ?? plain;
  const email = unlink(inBrackets)
    .replace(/^["'“‘«([<\s]+|["'”’»)\]>.,;\s]+$/g, '')
    .toLowerCase();
  return email.length <= 254 && emailPattern.test(email) ? email : null;
}
