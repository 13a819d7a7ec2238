import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, hourMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { Driver } from '@lotkeeper/simulator/world/drivers';
import { profiles } from '@lotkeeper/simulator/world/profiles';
import { Random } from '@lotkeeper/simulator/world/random';
import type { DemoDay } from './days.ts';
import { daysAhead } from './days.ts';
import { dayFactor, hourWeights } from './demand.ts';
import { DriverPool } from './driver-pool.ts';
import type { PriceInForce } from './dynamic-price.ts';
import { dynamicPrices } from './dynamic-price.ts';
import type { DemoOccasion } from './happenings.ts';
import { happeningOn } from './happenings.ts';
import type { TransientType } from './lot.ts';
import { Occupancy } from './occupancy.ts';
import { priceOfStay } from './stay-price.ts';
import type { LotInWorld, World } from './world.ts';

/** A transient rental before it is money. Prices are cents before tax. */
export interface Stay {
  at: LotInWorld;
  type: TransientType | 'enterprise';
  start: Instant;
  end: Instant;
  charged_at: Instant;
  price: number;
  /** null: no dynamic price was in force. */
  base: number | null;
  source: string;
  external_id: string;
  auto_started: boolean;
  promo: boolean;
  driver: Driver;
}

/** The cars that come to one lot, day after day. Call `on` in the order of days. */
export class LotTraffic {
  readonly at: LotInWorld;
  #world: World;
  #occupancy: Occupancy;
  #drivers: DriverPool;

  constructor(world: World, at: LotInWorld) {
    const { lot } = at;
    const tenants = lot.tenants.reduce((total, tenant) => total + tenant.slot_count, 0);
    const hours = (world.days + daysAhead + 12) * 24;
    this.at = at;
    this.#world = world;
    this.#occupancy = new Occupancy(at.since, hours, lot.quantity - lot.quantity_monthly - tenants);
    this.#drivers = new DriverPool(world.seed, lot);
  }

  /** The stays that begin on a day and were paid by now, in the order of their start. */
  on(day: DemoDay): Stay[] {
    const { seed } = this.#world;
    const { lot } = this.at;
    const factor = dayFactor(seed, lot, day);
    if (factor === 0) return [];
    const random = new Random(seed, 'stays', lot.key, day.date);
    const happening = happeningOn(seed, lot, day);
    const prices = dynamicPrices(seed, lot, day, happening);
    const usual = random.poisson(lot.per_day * factor);
    const business = random.poisson(lot.enterprise_per_day * factor);
    const plans = [
      ...Array.from({ length: usual }, () => this.#usual(random, day)),
      ...Array.from({ length: business }, () => this.#business(random, day)),
      ...Array.from({ length: happening?.extra ?? 0 }, () => planVisit(random, happening)),
    ].sort((a, b) => a.from - b.from);
    return plans.flatMap((plan, index) => this.#book(random, day, prices, plan, index));
  }

  #usual(random: Random, day: DemoDay): Plan {
    const { lot } = this.at;
    const hour = random.index(hourWeights(lot, day));
    const type = random.weighted(lot.types);
    return { type, from: hour * 60 + random.int(0, 59), minutes: this.#minutes(random, type) };
  }

  #business(random: Random, day: DemoDay): Plan {
    const from = random.index(hourWeights(this.at.lot, day)) * 60 + random.int(0, 59);
    return { type: 'enterprise', from, minutes: random.int(180, 560) };
  }

  #minutes(random: Random, type: TransientType): number {
    const [median, spread] = profiles[this.at.lot.profile].stay;
    if (type === 'flat_rate') return random.int(150, 340);
    if (type === 'daily' && this.at.lot.classification === 'Airport Lot') {
      const nights = 1 + random.index([9, 18, 24, 20, 12, 8, 6, 3]);
      return nights * 1440 + random.int(-300, 300);
    }
    if (type === 'daily') return random.int(430, 690);
    const stay = median * Math.exp(spread * random.normal());
    return Math.round(Math.min(840, Math.max(type === 'free_until_hourly' ? 12 : 25, stay)));
  }

  #book(random: Random, day: DemoDay, prices: PriceInForce[] | null, plan: Plan, index: number) {
    const world = this.#world;
    const { lot, since } = this.at;
    const start = instant(day.start + plan.from * minuteMs + random.int(0, 59) * 1000);
    const end = instant(start + plan.minutes * minuteMs);
    const ahead = random.chance(lot.prebooked) ? drawLeadTime(random) : 0;
    // What was booked before the history begins counts from its start, or the first day would be a spike.
    const charged_at = (start - ahead < since ? start : Math.round(start - ahead)) as Instant;
    const source = plan.type === 'enterprise' ? 'lotkeeper' : random.weighted(lot.sources);
    const auto = source === 'lotkeeper' && ahead === 0 && random.chance(0.03);
    const promo = source === 'lotkeeper' && !auto && random.chance(0.05);
    const driver = this.#drivers.next(random, day.ago);
    if (charged_at > world.now || !this.#occupancy.take(start, end)) return [];
    const hour = Math.floor(plan.from / 60);
    const multiplier = prices?.[hour]?.multiplier ?? null;
    const type = auto && plan.type === 'free_until_hourly' ? 'hourly' : plan.type;
    return {
      at: this.at,
      type,
      start,
      end,
      charged_at,
      ...priceOfStay(lot, { type, minutes: plan.minutes, multiplier, promo }),
      source,
      external_id: `${lot.key}-${day.date.replaceAll('-', '')}-${index}`,
      auto_started: auto,
      promo,
      driver,
    } satisfies Stay;
  }
}

interface Plan {
  type: Stay['type'];
  /** Minutes of the local day. */
  from: number;
  minutes: number;
}

function drawLeadTime(random: Random): number {
  return Math.min(20 * dayMs, 2 * hourMs - Math.log(1 - random.next()) * 4 * dayMs);
}

function planVisit(random: Random, happening: DemoOccasion | null): Plan {
  const { from, until } = happening ?? { from: 0, until: 0 };
  const arrival = Math.max(0, from - Math.round(Math.abs(55 + 30 * random.normal())));
  return { type: 'flat_rate', from: arrival, minutes: until - arrival + random.int(5, 45) };
}
