import { instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import { Random } from '@lotkeeper/simulator/world/random';
import type { ReviewInput } from '../records/people/reviews.ts';
import type { Stay } from './stays.ts';
import type { World } from './world.ts';

const good = [
  'In and out in under a minute. Will park here again.',
  'Great location, a short walk to everything we wanted to see.',
  'Gate opened by itself when I drove up. So easy.',
  'Cheaper than the garage across the street and just as close.',
  'Well lit, felt safe walking back to the car at night.',
  'Paid on my phone while walking. No lines, no tickets.',
  'Clean lot and clear signs.',
  'Spots are wide enough for my truck, which is rare around here.',
  'Extended my stay from the restaurant with two taps.',
  'Never had a problem finding a space here.',
  'Attendant was friendly and helped me with the app.',
  'Best parking downtown, hands down.',
  'Booked ahead for the game and my space was waiting.',
  'Easy exit even when the show let out.',
  'Fair price and the receipt came right away.',
];
const airportGood = [
  'Shuttle was there in five minutes both ways.',
  'Left the car for a week and it was exactly as I left it.',
  'Booked the night before, drove right in.',
  'Half the price of parking at the terminal.',
];
const fair = [
  'Fine, but the signs at the entrance are hard to read at night.',
  'Good spot, price went up since last time.',
  'Spaces are a bit tight for larger cars.',
  'Took me two tries to pay, then it worked.',
];
const poor = [
  'Had to circle three times before a space opened up.',
  'The exit camera did not read my plate and I waited ten minutes.',
  'Too expensive for what it is.',
  'Pay station screen was unreadable in the sun.',
];
const goodReasons = [
  'Great location',
  'Easy to find',
  'Good price',
  'Felt safe',
  'Easy exit',
  'Clean',
];
const poorReasons = ['Too expensive', 'Hard to find', 'Hard to pay', 'Tight spaces'];

/** The review by the driver of a stay; most write none. */
export function reviewOfStay(world: World, stay: Stay): ReviewInput[] {
  const random = new Random(world.seed, 'review', stay.external_id);
  const created_at = instant(stay.end + random.int(5, 1500) * minuteMs);
  if (!random.chance(0.034) || created_at > world.now) return [];
  const rating = 1 + random.index([3, 3, 8, 26, 60]);
  const praise = stay.at.lot.classification === 'Airport Lot' ? [...good, ...airportGood] : good;
  const sentences = rating >= 4 ? praise : rating === 3 ? fair : poor;
  const reasons = rating >= 4 ? goodReasons : poorReasons;
  const count = random.int(rating >= 4 ? 1 : 0, 3);
  return [
    {
      source: 'survey',
      external_id: stay.external_id,
      spot_pk: stay.at.pk,
      rating,
      comment: random.chance(0.55) ? random.pick(sentences) : null,
      reasons: [...new Set(Array.from({ length: count }, () => pickFirst(random, reasons)))],
      created_at,
    },
  ];
}

/** Earlier reasons are picked more often, so that there is a top three. */
function pickFirst(random: Random, from: readonly string[]): string {
  return from[Math.floor(random.next() ** 1.6 * from.length)] as string;
}
