import { Random } from '@lotkeeper/simulator/world/random';
import type { DemoDay } from './days.ts';
import { isOpen } from './demand.ts';
import type { DemoLot } from './lot.ts';

/** A game or show near a lot, in minutes of the local day. */
export interface DemoLocalEvent {
  ago: number;
  name: string;
  from: number;
  until: number;
  /** Additional stays that it brings. */
  extra: number;
}

const rivals = [
  'Mesa Scorpions',
  'Lakeside Herons',
  'Gulf City Mariners',
  'Prairie Larks',
  'Granite State Bears',
  'Bayou Kings',
  'Redwood Giants',
];
const bands = ['The Paper Lanterns', 'Neon Harvest', 'Slow Thunder', 'Ada Moon', 'Copperline'];
const shows = ['The Glass Orchard', 'Midnight in Cicero', 'A Winter Waltz', 'The Third Clerk'];

function ballpark(random: Random, day: DemoDay): Omit<DemoLocalEvent, 'ago'> | null {
  const season = day.month >= 4 && day.month <= 9;
  if (season && random.chance(day.weekday === 1 ? 0.2 : 0.48)) {
    const early = day.weekday === 7 || random.chance(0.2);
    const from = early ? 13 * 60 + 10 : 18 * 60 + 40;
    const name = `Denver Altitude vs. ${random.pick(rivals)}`;
    return { name, from, until: from + 185, extra: random.int(52, 84) };
  }
  if (day.weekday < 5 || !random.chance(season ? 0.06 : 0.24)) return null;
  const name = `${random.pick(bands)} at Yard Street Arena`;
  return { name, from: 19 * 60 + 30, until: 22 * 60 + 45, extra: random.int(45, 72) };
}

function theater(random: Random, day: DemoDay): Omit<DemoLocalEvent, 'ago'> | null {
  if (day.weekday < 4 || !random.chance(day.month === 12 ? 0.85 : 0.5)) return null;
  const from = day.weekday === 7 ? 14 * 60 : 19 * 60 + 30;
  return { name: random.pick(shows), from, until: from + 160, extra: random.int(12, 26) };
}

/** The event near a lot on a day; null on most days. */
export function findLocalEvent(seed: number, lot: DemoLot, day: DemoDay): DemoLocalEvent | null {
  if (lot.events === null || !isOpen(lot, day.ago)) return null;
  const random = new Random(seed, 'event', lot.key, day.date);
  const found = lot.events === 'ballpark' ? ballpark(random, day) : theater(random, day);
  return found && { ago: day.ago, ...found };
}
