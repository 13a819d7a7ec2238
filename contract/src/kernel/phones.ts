import { dialCountries, findDialCountry } from './places.ts';
import { toPlainText } from './typed-text.ts';

/** What people write in a phone number beside its digits. */
const phoneText = /^\+?[\d\s()./\p{Pd}]+$/u;

/**
 * The digits behind a dial code as they are dialed from abroad: without the 1 of the United States and Canada, and
 * without the 1 that Mexican mobiles had until 2019, or what is dialed before a number inside Mexico.
 */
export function toNationalDigits(digits: string, dialCode: string): string {
  if (dialCode === '1') return digits.replace(/^1(?=\d{10}$)/, '');
  if (dialCode === '52') return digits.replace(/^(?:1|01|04[45])(?=\d{10}$)/, '');
  return digits;
}

const isNational = (digits: string, dialCode: string) => {
  if (dialCode === '1') return /^[2-9]\d{2}[2-9]\d{6}$/.test(digits);
  return dialCode === '52' ? /^[2-9]\d{9}$/.test(digits) : /^\d{4,14}$/.test(digits);
};

/**
 * Reads a phone number as people write it into its stored form, such as +16025550147; without a plus it's one of
 * `country`. null when it isn't one, and for a national number of a country whose rules aren't known here.
 */
export function readPhone(text: string, country = 'US'): string | null {
  const plain = toPlainText(text);
  if (!phoneText.test(plain)) return null;
  const typedNumber = plain.replace(/[^\d+]/g, '');
  // How other countries are dialed without a plus.
  const number = typedNumber.replace(/^(?:011|00)(?=[1-9]\d{8})/, '+');
  const dial = number.startsWith('+')
    ? findDialCountry(number.slice(1))?.dial_code
    : dialCountries.find(
        (dialCountry) =>
          dialCountry.country === country && ['1', '52'].includes(dialCountry.dial_code),
      )?.dial_code;
  if (dial === undefined) return null;
  const rest = number.startsWith('+') ? number.slice(1 + dial.length) : number;
  const digits = toNationalDigits(rest, dial);
  return isNational(digits, dial) ? `+${dial}${digits}` : null;
}
