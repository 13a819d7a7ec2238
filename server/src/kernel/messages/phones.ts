import { readPhone } from '@lotkeeper/contract/kernel/phones';
import type { CountryCode } from 'libphonenumber-js/min';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/**
 * Parses a phone number into its stored form, such as `+16025550147`; `country` applies if there is
 * no dial code. null when it isn't a phone number.
 */
export function parsePhone(input: string, country: CountryCode): string | null {
  const phone = parsePhoneNumberFromString(readPhone(input, country) ?? input, country);
  return phone?.isValid() ? phone.number : null;
}
