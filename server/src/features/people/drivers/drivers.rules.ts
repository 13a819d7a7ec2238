import { plateKey } from '@lotkeeper/contract/kernel/plates';
import type { SlotType } from '@lotkeeper/contract/people/drivers';
import type { RentalType } from '@lotkeeper/contract/people/rentals';

/** The rental types behind the words of the list. */
export const typesBehind: Record<SlotType, readonly RentalType[]> = {
  hourly: ['hourly', 'free_until_hourly'],
  daily: ['daily'],
  flat: ['flat_rate'],
  monthly: ['monthly'],
};

const words = Object.entries(typesBehind) as [SlotType, readonly RentalType[]][];

/** The list's word for a rental type; rentals of tenants and companies are shown as monthly. */
export const toSlotType = (type: RentalType): SlotType =>
  words.find(([, types]) => types.includes(type))?.[0] ?? 'monthly';

const escapePattern = (text: string) => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
const toContainsPattern = (text: string) => (text === '' ? null : `%${escapePattern(text)}%`);

/** Search input as patterns for plates, for names and email addresses, and for phones; null = don't search that. */
export function searchPatterns(searchTerm: string) {
  return {
    plate: toContainsPattern(plateKey(searchTerm)),
    text: toContainsPattern(searchTerm.toUpperCase()),
    // A word with letters in it isn’t a phone number.
    phone: /^[\d\s().+-]+$/.test(searchTerm)
      ? toContainsPattern(searchTerm.replace(/\D/g, ''))
      : null,
  };
}
