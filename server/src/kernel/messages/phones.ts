import type { CountryCode } from 'libphonenumber-js/min';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** A phone number as it is stored, such as `+16025550147`; one without a dial code is of `country`. null = not a phone number. */
export function parsePhone(input: string, country: CountryCode): string | null {
  const phone = parsePhoneNumberFromString(input, country);
  return phone?.isValid() ? phone.number : null;
}
