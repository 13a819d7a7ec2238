import type { PlateCountry } from '@lotkeeper/contract/kernel/places';
import type { Random } from './random.ts';

// A = letter, 9 = digit; I, O and Q are left out, as in most states.
const patterns: Record<string, readonly string[]> = {
  'US AZ': ['AAA9A9A', 'AAA9999'],
  'US CA': ['9AAA999'],
  'US CO': ['AAAA99', 'AAA999'],
  'US IL': ['AA99999'],
  'US NY': ['AAA9999'],
  'US TX': ['AAA9999'],
  'US HI': ['AAA999'],
  'US WI': ['AAA9999'],
  'US MA': ['9AAA99'],
  'US NM': ['AAAA99'],
  'US NV': ['999A99'],
  'US UT': ['A999AA'],
  'US NJ': ['A99AAA'],
  'US CT': ['AA99999'],
  'US WY': ['999999'],
  'US IN': ['999AAA'],
  'US OK': ['AAA999'],
  'US NH': ['9999999'],
  'US WA': ['AAA9999'],
  'MX SO': ['AAA999A'],
  'MX BC': ['A99AAA9'],
  'MX NL': ['AAA999A'],
  'CA ON': ['AAAA999'],
  'CA BC': ['AA999A'],
};

const neighbors: Record<string, readonly string[]> = {
  AZ: ['US CA', 'US NV', 'US NM', 'US UT', 'US CO', 'MX SO', 'US TX'],
  CA: ['US AZ', 'US NV', 'US WA', 'MX BC', 'US UT'],
  CO: ['US WY', 'US NM', 'US UT', 'US TX', 'CA BC'],
  IL: ['US WI', 'US IN', 'US NY', 'CA ON'],
  WI: ['US IL', 'US IN', 'CA ON'],
  TX: ['US OK', 'US NM', 'MX NL', 'US CA'],
  NY: ['US NJ', 'US CT', 'US MA', 'CA ON'],
  MA: ['US NH', 'US CT', 'US NY', 'CA ON'],
  HI: ['US CA', 'US WA'],
};

const letters = 'ABCDEFGHJKLMNPRSTUVWXYZ';

/** The states that a lot's cars come from: four in five from its own, the others from nearby. */
export function plateStates(
  random: Random,
  home: string,
): { state: string; country: PlateCountry } {
  const region = random.chance(0.8) ? `US ${home}` : random.pick(neighbors[home] ?? ['US CA']);
  return { country: region.slice(0, 2) as PlateCountry, state: region.slice(3) };
}

/** A plate in the state's format, without spaces. */
export function plateText(random: Random, state: string, country: PlateCountry): string {
  const pattern = random.pick(patterns[`${country} ${state}`] ?? ['AAA9999']);
  return pattern
    .split('')
    .map((sign) => (sign === 'A' ? letters[random.int(0, letters.length - 1)] : random.int(0, 9)))
    .join('');
}
