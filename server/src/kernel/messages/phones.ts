import type { CountryCode } from 'libphonenumber-js/min';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** A phone number as stored, such as `+16025550147`; `country` applies without a dial code. null = not a phone number. */
export function parsePhone(input: string, country: CountryCode): string | null {
  const phone = parsePhoneNumberFromString(input, country);
  return phone?.isValid() ? phone.number : null;
}
