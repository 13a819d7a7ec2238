import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, hourMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { Driver } from '@lotkeeper/simulator/world/drivers';
import { profiles } from '@lotkeeper/simulator/world/profiles';
import { Random } from '@lotkeeper/simulator/world/random';
import type { DemoDay } from './days.ts';
import { daysAhead } from './days.ts';
import { dayFactor, hourWeights } from './demand.ts';
import { openDriverPool } from './driver-pool.ts';
import type { PriceInForce } from './dynamic-price.ts';
import { dynamicPrices } from './dynamic-price.ts';
import type { DemoLocalEvent } from './local-events.ts';
import { findLocalEvent } from './local-events.ts';
import type { DemoLot, TransientType } from './lot.ts';
import { openOccupancy } from './occupancy.ts';
import { priceOfStay } from './stay-price.ts';
import type { LotInWorld, World } from './world.ts';

/** A transient rental before its ledger entries. Prices are cents before tax. */
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

/** Opens the traffic of one lot. Call the returned function in the order of days. */
export function openTraffic(world: World, at: LotInWorld): (day: DemoDay) => Stay[] {
  const { lot, since } = at;
  const { seed } = world;
  const tenants = lot.tenants.reduce((total, tenant) => total + tenant.slot_count, 0);
  const hours = (world.days + daysAhead + 12) * 24;
  const takeSpace = openOccupancy(since, hours, lot.quantity - lot.quantity_monthly - tenants);
  const nextDriver = openDriverPool(seed, lot);

  const book = (
    random: Random,
    day: DemoDay,
    prices: PriceInForce[] | null,
    plan: Plan,
    index: number,
  ): Stay[] => {
    const start = instant(day.start + plan.from * minuteMs + random.int(0, 59) * 1000);
    const end = instant(start + plan.minutes * minuteMs);
    const ahead = random.chance(lot.prebooked) ? drawLeadTime(random) : 0;
    // Bookings made before the history begins are charged when their stay starts, or its first day would be a spike.
    const charged_at = (start - ahead < since ? start : Math.round(start - ahead)) as Instant;
    const source = plan.type === 'enterprise' ? 'lotkeeper' : random.weighted(lot.sources);
    const auto_started = source === 'lotkeeper' && ahead === 0 && random.chance(0.03);
    const promo = source === 'lotkeeper' && !auto_started && random.chance(0.05);
    const driver = nextDriver(random, day.ago);
    if (charged_at > world.now || !takeSpace(start, end)) return [];
    const hour = Math.floor(plan.from / 60);
    const multiplier = prices?.[hour]?.multiplier ?? null;
    const type = auto_started && plan.type === 'free_until_hourly' ? 'hourly' : plan.type;
    const price = priceOfStay(lot, { type, minutes: plan.minutes, multiplier, promo });
    const external_id = `${lot.key}-${day.date.replaceAll('-', '')}-${index}`;
    const stay = { at, type, start, end, charged_at, ...price, source, external_id };
    return [{ ...stay, auto_started, promo, driver }];
  };

  /** The stays that begin on a day and were paid by now, in the order of their start. */
  return (day) => {
    const factor = dayFactor(seed, lot, day);
    if (factor === 0) return [];
    const random = new Random(seed, 'stays', lot.key, day.date);
    const localEvent = findLocalEvent(seed, lot, day);
    const prices = dynamicPrices(seed, lot, day, localEvent);
    const usual = random.poisson(lot.per_day * factor);
    const business = random.poisson(lot.enterprise_per_day * factor);
    const plans = [
      ...Array.from({ length: usual }, () => planUsual(random, lot, day)),
      ...Array.from({ length: business }, () => planBusiness(random, lot, day)),
      ...Array.from({ length: localEvent?.extra ?? 0 }, () => planVisit(random, localEvent)),
    ].sort((a, b) => a.from - b.from);
    return plans.flatMap((plan, index) => book(random, day, prices, plan, index));
  };
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

function planVisit(random: Random, localEvent: DemoLocalEvent | null): Plan {
  const { from, until } = localEvent ?? { from: 0, until: 0 };
  const arrival = Math.max(0, from - Math.round(Math.abs(55 + 30 * random.normal())));
  return { type: 'flat_rate', from: arrival, minutes: until - arrival + random.int(5, 45) };
}

function planUsual(random: Random, lot: DemoLot, day: DemoDay): Plan {
  const hour = random.index(hourWeights(lot, day));
  const type = random.weighted(lot.types);
  return { type, from: hour * 60 + random.int(0, 59), minutes: drawMinutes(random, lot, type) };
}

function planBusiness(random: Random, lot: DemoLot, day: DemoDay): Plan {
  const from = random.index(hourWeights(lot, day)) * 60 + random.int(0, 59);
  return { type: 'enterprise', from, minutes: random.int(180, 560) };
}

function drawMinutes(random: Random, lot: DemoLot, type: TransientType): number {
  const [median, spread] = profiles[lot.profile].stay;
  if (type === 'flat_rate') return random.int(150, 340);
  if (type === 'daily' && lot.classification === 'Airport Lot') {
    const nights = 1 + random.index([9, 18, 24, 20, 12, 8, 6, 3]);
    return nights * 1440 + random.int(-300, 300);
  }
  if (type === 'daily') return random.int(430, 690);
  const stay = median * Math.exp(spread * random.normal());
  return Math.round(Math.min(840, Math.max(type === 'free_until_hourly' ? 12 : 25, stay)));
}
