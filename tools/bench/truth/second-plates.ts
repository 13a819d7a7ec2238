import type { Driver } from '@lotkeeper/simulator/world/drivers';
import type { Random } from './second-random.ts';
import { makeRandom } from './second-random.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const digits = '0123456789';
const lookAlikes = ['O0', 'B8', 'S5', 'Z2', 'I1', 'G6'];

/** A: a letter, 9: a digit. Most cars are of New York. */
const plateStyles = [
  ...Array.from({ length: 16 }, () => ({ state: 'NY', style: 'AAA9999' })),
  { state: 'NJ', style: 'A99AAA' },
  { state: 'CT', style: 'AA99999' },
  { state: 'PA', style: 'AAA9999' },
];
export const trailerStyle = '99999AA';

export const makePlate = (random: Random, style: string) =>
  style.replace(/[A9]/g, (kind) => random.pick((kind === 'A' ? letters : digits).split('')));

const findLookAlike = (character: string) =>
  lookAlikes.find((pair) => pair.includes(character))?.replace(character, '');

export const isLookAlike = (a: string, b: string) => a !== b && findLookAlike(a) === b;

const replaceAt = (plate: string, index: number, text: string) =>
  plate.slice(0, index) + text + plate.slice(index + text.length);

const listPlaces = (plate: string) =>
  plate.split('').map((character, index) => ({ character, index }));

/** The plate with one look-alike character; null = it has none. */
export function mistakeLookAlike(plate: string, random: Random): string | null {
  const candidates = listPlaces(plate).filter(({ character }) => findLookAlike(character));
  if (candidates.length === 0) return null;
  const { character, index } = random.pick(candidates);
  return replaceAt(plate, index, findLookAlike(character) as string);
}

/** The plate with so many characters that don't look like the true ones. */
export function mistakeOthers(plate: string, count: number, random: Random): string {
  return random
    .shuffle(listPlaces(plate))
    .slice(0, count)
    .reduce((changed, { character, index }) => {
      const others = (digits.includes(character) ? digits : letters)
        .split('')
        .filter((other) => other !== character && !isLookAlike(character, other));
      return replaceAt(changed, index, random.pick(others));
    }, plate);
}

/** The plate with two different neighbors swapped; null = there are none. */
export function swapNeighbors(plate: string, random: Random): string | null {
  const candidates = listPlaces(plate).filter(
    ({ character, index }) => index > 0 && character !== plate[index - 1],
  );
  if (candidates.length === 0) return null;
  const { character, index } = random.pick(candidates);
  return replaceAt(plate, index - 1, character + plate[index - 1]);
}

const firstNames = [
  'Ada',
  'Ben',
  'Carla',
  'Dev',
  'Elena',
  'Femi',
  'Grace',
  'Hugo',
  'Ines',
  'Jamal',
];
const lastNames = ['Abrams', 'Baker', 'Chen', 'Diaz', 'Egan', 'Flores', 'Gupta', 'Hall', 'Ito'];
const models = [
  ['Toyota', 'Camry'],
  ['Honda', 'CR-V'],
  ['Ford', 'F-150'],
  ['Nissan', 'Rogue'],
  ['Subaru', 'Outback'],
  ['Tesla', 'Model 3'],
  ['Hyundai', 'Elantra'],
  ['Jeep', 'Wrangler'],
] as const;
const colors = ['black', 'white', 'gray', 'silver', 'blue', 'red'];

/** Makes drivers, each with a plate of their own. */
export class Drivers {
  readonly #random: Random;
  readonly #plates = new Set<string>();

  constructor(seed: number) {
    this.#random = makeRandom(seed, 'drivers');
  }

  make(): Driver {
    const { state, style } = this.#random.pick(plateStyles);
    for (;;) {
      const plate = makePlate(this.#random, style);
      if (!this.#plates.has(plate)) return this.#describe(plate, state);
    }
  }

  /** Two cars whose plates differ in one character. */
  makePair(kind: 'look-alike' | 'other'): [Driver, Driver] {
    for (;;) {
      const first = this.make();
      const plate =
        kind === 'other'
          ? mistakeOthers(first.plate, 1, this.#random)
          : mistakeLookAlike(first.plate, this.#random);
      if (plate && !this.#plates.has(plate)) return [first, this.#describe(plate, first.state)];
    }
  }

  #describe(plate: string, state: string): Driver {
    this.#plates.add(plate);
    const number = this.#plates.size;
    const [make, model] = this.#random.pick(models);
    const first_name = this.#random.pick(firstNames);
    const last_name = this.#random.pick(lastNames);
    return {
      plate,
      state,
      country: 'US',
      make,
      model,
      color: this.#random.pick(colors),
      first_name,
      last_name,
      email: `${first_name}.${last_name}.${number}@example.com`.toLowerCase(),
      phone: `+1917555${1000 + number}`,
    };
  }
}
