import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import {
  addDays,
  addMonths,
  atLocalTime,
  getWeekday,
  instant,
  startOfDay,
} from '@lotkeeper/contract/kernel/calendar';
import { dayMs, hourMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { Member, TrueMonth, TrueRead } from '@lotkeeper/simulator/truth/month';
import type { Driver } from '@lotkeeper/simulator/world/drivers';
import { Book, days, end, firstDay, lot, start, zone } from './second-book.ts';
import { listReads } from './second-errors.ts';
import { Drivers } from './second-plates.ts';
import type { Random } from './second-random.ts';
import { makeRandom } from './second-random.ts';

const clockChange = '2026-11-01' as LocalDate;

/** Stays of each kind; ordinary drivers who pay for the hour make up the rest of the month. */
const totalStays = 1250;
const counts = {
  late: 50,
  booked: 185,
  noShows: 15,
  overstaying: 60,
  overnight: 30,
  clockChange: 8,
  turnarounds: 100,
  unpaidUnknown: 67,
  unpaidKnown: 33,
  lookAlikePairs: 14,
  otherPairs: 5,
};

/** What a month is made up from. */
interface Making {
  book: Book;
  drivers: Drivers;
  regulars: readonly Driver[];
  /** The random numbers of a part. */
  draw: (part: string) => Random;
}

interface Times {
  entrance: Instant;
  exit: Instant;
}

/** By local hour. */
const arrivals = [2, 2, 1, 1, 1, 2, 4, 8, 9, 8, 6, 6, 7, 6, 5, 5, 6, 7, 8, 6, 4, 3, 2, 2];
const arrivalHours = arrivals.flatMap((weight, hour) => Array.from({ length: weight }, () => hour));

const atMinute = (random: Random, day: LocalDate, from: number, until: number) =>
  instant(atLocalTime(day, 0, zone) + Math.round(random.between(from, until) * minuteMs));

/** A stay within the month, of so many minutes; short ones are more frequent. */
function drawTimes(random: Random, shortest: number, longest: number): Times {
  for (;;) {
    const day = random.pick(days);
    if (getWeekday(day) > 5 && random.chance(0.35)) continue;
    const hour = random.pick(arrivalHours);
    const entrance = instant(
      atLocalTime(day, 60 * hour, zone) + Math.floor(random.between(0, hourMs)),
    );
    const minutes = shortest + (longest - shortest) * random.next() ** 1.7;
    const exit = instant(entrance + Math.round(minutes * minuteMs));
    if (exit < end - hourMs) return { entrance, exit };
  }
}

/** A regular who has nothing else to do then, or a driver who is new here. */
function pickDriver(making: Making, random: Random, from: number, until: number): Driver {
  const regular = random.pick(making.regulars);
  if (random.chance(0.35) && making.book.isFree(regular, from, until)) return regular;
  return making.drivers.make();
}

const later = (at: Instant, minutes: number) => instant(at + Math.round(minutes * minuteMs));

/** Pays for whole hours from `paidAt` until about `leaving`. */
function payHours({ book }: Making, driver: Driver, paidAt: Instant, leaving: Instant) {
  const hours = Math.max(1, Math.ceil((leaving - paidAt) / hourMs));
  const until = instant(paidAt + hours * hourMs);
  const sale = { source: 'lotkeeper', rental_type: 'hourly', at: paidAt, from: paidAt } as const;
  return { until, rental: book.sell(driver, { ...sale, until }) };
}

/** Drivers who pay some minutes after they arrive; some leave and return for the rest, some end their rental early. */
function addPaid(making: Making, random: Random, { entrance, exit }: Times, minutes: number) {
  const { book } = making;
  const driver = pickDriver(making, random, entrance, exit + 2 * hourMs);
  const { until, rental } = payHours(
    making,
    driver,
    later(entrance, minutes),
    later(exit, random.between(-8, 40)),
  );
  if (exit - entrance > 4 * hourMs && random.chance(0.08)) {
    book.addStay(driver, entrance, later(entrance, random.between(60, 100)));
    book.addStay(driver, later(entrance, random.between(130, 180)), exit);
    return;
  }
  book.addStay(driver, entrance, exit);
  if (until - exit > 20 * minuteMs && random.chance(0.12))
    book.end(rental, later(exit, random.between(-4, 6)));
}

function addBooked(making: Making, random: Random, { entrance, exit }: Times, isNoShow: boolean) {
  const { book, drivers } = making;
  const quarterMs = 15 * minuteMs;
  const from = instant(
    Math.round(later(entrance, random.between(-35, 20)) / quarterMs) * quarterMs,
  );
  const until = instant(Math.ceil(later(exit, random.between(-5, 60)) / quarterMs) * quarterMs);
  const at = instant(Math.max(start + minuteMs, later(from, -60 * random.between(0.5, 120))));
  const source = random.pick(['spothero', 'parkwhiz'] as const);
  const driver = isNoShow ? drivers.make() : pickDriver(making, random, from - hourMs, until);
  book.sell(driver, { source, rental_type: 'hourly', at, from, until });
  if (!isNoShow) book.addStay(driver, entrance, exit);
}

/** A driver who stays longer than they paid for, and may extend about when the time is up. */
function addOverstaying(making: Making, random: Random, isExtended: boolean): void {
  const { entrance, exit } = drawTimes(random, 100, 420);
  const overMs = random.between(20, Math.min(180, (exit - entrance) / minuteMs - 70)) * minuteMs;
  const until = instant(Math.round(exit - overMs));
  const driver = pickDriver(making, random, entrance, exit + 3 * hourMs);
  const { book } = making;
  const paidAt = later(entrance, random.between(1, 10));
  const isBooked = !isExtended && random.chance(0.3);
  const source = isBooked ? 'parkwhiz' : 'lotkeeper';
  const at = isBooked ? instant(Math.max(start + minuteMs, entrance - dayMs)) : paidAt;
  const from = isBooked ? later(entrance, -5) : paidAt;
  const rental = book.sell(driver, { source, rental_type: 'hourly', at, from, until });
  book.addStay(driver, entrance, exit);
  if (!isExtended) return;
  const hours = Math.ceil((exit - until) / hourMs);
  const extendedAt = later(until, random.between(-15, 10));
  book.extend(driver, rental, { at: extendedAt, from: until, until: later(until, 60 * hours) });
}

function addOvernight(making: Making): void {
  const random = making.draw('overnight');
  for (let index = 0; index < counts.overnight; index += 1) {
    const day = random.pick(days.slice(0, -2));
    const entrance = atMinute(random, day, 17 * 60, 23 * 60);
    const exit = atMinute(random, addDays(day, 1), 5 * 60, 11 * 60);
    addPaid(making, random, { entrance, exit }, random.between(1, 10));
  }
  // Half of them leave, or come, within the hour that happens twice.
  for (let index = 0; index < counts.clockChange; index += 1) {
    const evening = atMinute(random, addDays(clockChange, -1), 19 * 60, 23.5 * 60);
    const repeated = atMinute(random, clockChange, 65, 175);
    const morning = atMinute(random, clockChange, 6 * 60, 12 * 60);
    const entrance = index % 4 === 0 ? repeated : evening;
    const exit = index % 4 === 1 ? repeated : morning;
    addPaid(making, random, { entrance, exit }, random.between(1, 10));
  }
}

function addUnpaid({ book, drivers, draw }: Making): void {
  const random = draw('unpaid');
  const strangers: Driver[] = [];
  for (let index = 0; index < counts.unpaidUnknown; index += 1) {
    const { entrance, exit } = drawTimes(random, 22, 360);
    const returningStrangers = strangers.filter((driver) => book.isFree(driver, entrance, exit));
    const driver =
      returningStrangers.length > 0 && random.chance(0.15)
        ? random.pick(returningStrangers)
        : drivers.make();
    strangers.push(driver);
    book.addStay(driver, entrance, exit);
  }
  const payers = book.stays.flatMap(({ driver }) =>
    book.firstSale.has(driver.plate) ? [driver] : [],
  );
  for (let added = 0; added < counts.unpaidKnown; ) {
    const { entrance, exit } = drawTimes(random, 22, 360);
    const known = payers.filter(
      (driver) =>
        (book.firstSale.get(driver.plate) ?? end) < entrance - hourMs &&
        book.isFree(driver, entrance, exit),
    );
    if (known.length === 0) continue;
    book.addStay(random.pick(known), entrance, exit);
    added += 1;
  }
}

/** Two cars whose plates are alike, in at the same time; only the first pays. */
function addPairs(making: Making): void {
  const random = making.draw('pairs');
  const { book, drivers } = making;
  for (let index = 0; index < counts.lookAlikePairs + counts.otherPairs; index += 1) {
    const [payer, other] = drivers.makePair(index < counts.lookAlikePairs ? 'look-alike' : 'other');
    const { entrance, exit } = drawTimes(random, 60, 240);
    book.addStay(payer, entrance, exit);
    payHours(making, payer, later(entrance, random.between(1, 10)), exit);
    const arrival = later(entrance, random.between(entrance > start + hourMs ? -40 : 0, 30));
    const shortest = Math.max(30, (entrance - arrival) / minuteMs + 25);
    const leaving = later(arrival, shortest + random.between(0, 120));
    book.addStay(other, arrival, instant(Math.min(leaving, end - hourMs)));
  }
}

/** Members with a usual day: hours of arrival and of stay, and how often they come. */
const usualDays = [
  { as: 'monthly', people: 8, share: 0.72, arrive: [6.5, 9.8], stay: [7, 10.5] },
  { as: 'enterprise', people: 4, share: 0.75, arrive: [7, 9.5], stay: [6, 9.5] },
  { as: 'enterprise', people: 1, share: 0.7, arrive: [21, 22.8], stay: [7.5, 9] },
  { as: 'visitor', people: 4, share: 0.22, arrive: [9, 17], stay: [0.5, 4] },
] as const;

function addMembers({ book, drivers, draw }: Making): Member[] {
  const random = draw('members');
  const members = usualDays.flatMap(({ people, ...usual }) =>
    Array.from({ length: people }, () => ({ ...usual, lot, driver: drivers.make() })),
  );
  for (const [index, { as, driver, arrive, stay, share }] of members.entries()) {
    const from = instant(start - dayMs);
    const until = startOfDay(addMonths(firstDay, 2), zone);
    const sale = { source: 'lotkeeper', at: instant(start + 1000 * index), from, until } as const;
    if (as !== 'visitor') book.sell(driver, { ...sale, rental_type: as });
    for (const day of days) {
      // The night shift works on weekends too.
      if (!random.chance(getWeekday(day) > 5 && arrive[0] < 20 ? 0.06 : share)) continue;
      const entrance = atMinute(random, day, 60 * arrive[0], 60 * arrive[1]);
      const exit = later(entrance, 60 * random.between(stay[0], stay[1]));
      if (exit > end - hourMs || !book.isFree(driver, entrance, exit)) continue;
      const isOutAtNoon = exit - entrance > 6 * hourMs && random.chance(0.12);
      const out = later(entrance, random.between(150, 210));
      book.addStay(driver, entrance, isOutAtNoon ? out : exit);
      if (isOutAtNoon) book.addStay(driver, later(out, random.between(25, 75)), exit);
    }
  }
  return members.map(({ as, driver }) => ({ lot, driver, as }));
}

function repeat(count: number, add: (index: number) => void): void {
  for (let index = 0; index < count; index += 1) add(index);
}

function addCustomers(making: Making): void {
  const { book, draw } = making;
  const [turning, late, booked] = [draw('turnarounds'), draw('late'), draw('booked')];
  const [hourly, overstaying] = [draw('hourly'), draw('overstaying')];
  repeat(counts.turnarounds, () => {
    const { entrance, exit } = drawTimes(turning, 2, 12);
    book.addStay(pickDriver(making, turning, entrance, exit), entrance, exit);
  });
  repeat(counts.late, () => addPaid(making, late, drawTimes(late, 70, 420), late.between(16, 45)));
  repeat(counts.booked + counts.noShows, (index) =>
    addBooked(making, booked, drawTimes(booked, 50, 600), index < counts.noShows),
  );
  repeat(counts.overstaying, (index) => addOverstaying(making, overstaying, index % 2 === 0));
  const rest = counts.unpaidUnknown + counts.unpaidKnown;
  const minutes = () => hourly.between(0.5, hourly.chance(0.8) ? 6 : 14);
  while (book.stays.length < totalStays - rest)
    addPaid(making, hourly, drawTimes(hourly, 36, 560), minutes());
}

/** Plays what really happens at one lot in New York from October 19 to November 17, 2026, and what its cameras report; the same for the same seed. */
export function makeSecondMonth(seed: number): { month: TrueMonth; reads: TrueRead[] } {
  const drivers = new Drivers(seed);
  const making: Making = {
    book: new Book(),
    drivers,
    regulars: Array.from({ length: 45 }, () => drivers.make()),
    draw: (part) => makeRandom(seed, part),
  };
  const { book } = making;
  const members = addMembers(making);
  addPairs(making);
  addOvernight(making);
  addCustomers(making);
  addUnpaid(making);
  const stays = book.stays.sort((a, b) => a.entrance - b.entrance);
  const steps = book.steps.sort((a, b) => a.at - b.at);
  const month = { seed, start, end, lots: [lot], stays, members, steps };
  return { month, reads: listReads(seed, stays) };
}
