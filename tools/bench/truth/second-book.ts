import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, instant, startOfDay, toIso } from '@lotkeeper/contract/kernel/calendar';
import { hourMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { OtherStep } from '@lotkeeper/simulator/steps';
import type { CarStay, TrueMonth } from '@lotkeeper/simulator/truth/month';
import type { Driver } from '@lotkeeper/simulator/world/drivers';

export const zone = 'America/New_York';
export const firstDay = '2026-10-19' as LocalDate;
export const days = Array.from({ length: 30 }, (_, index) => addDays(firstDay, index));
export const start = startOfDay(firstDay, zone);
export const end = startOfDay(addDays(firstDay, days.length), zone);

export const lot: TrueMonth['lots'][number] = {
  spot: {
    pk: 1,
    uuid: '5ec04d00-0000-4000-8000-000000000001',
    name: 'Second Avenue Garage',
    city: 'New York',
    state: 'NY',
    timezone: zone,
    classification: 'Garage',
    quantity: 80,
    price_hourly: cents(500),
    price_daily: null,
    price_monthly: null,
    price_flat: null,
    daily_max: null,
  },
  profile: 'commuter',
  entrance: null,
  exit: null,
};

type RentalItem = Extract<OtherStep, { kind: 'rental' }>['item'];

export interface Sale {
  source: 'lotkeeper' | 'spothero' | 'parkwhiz';
  rental_type: 'hourly' | 'monthly' | 'enterprise';
  at: Instant;
  from: Instant;
  until: Instant;
}

/** So long before and after a car and its rental nothing else of that plate happens: what a stay owes stays simple. */
const apartMs = 30 * minuteMs;

/** What happens at the lot, as it's made up. */
export class Book {
  readonly stays: CarStay[] = [];
  readonly steps: OtherStep[] = [];
  /** By plate, when the first rental by the hour starts. */
  readonly firstSale = new Map<string, Instant>();
  readonly #busy = new Map<string, { from: number; until: number }[]>();
  #sales = 0;

  isFree({ plate }: Driver, from: number, until: number): boolean {
    return (this.#busy.get(plate) ?? []).every(
      (busy) => until + apartMs < busy.from || from - apartMs > busy.until,
    );
  }

  addStay(driver: Driver, entrance: Instant, exit: Instant): void {
    const id = `second-${this.stays.length + 1}`;
    this.stays.push({ id, lot, driver, entrance, exit });
    this.#occupy(driver, entrance, exit);
  }

  sell(driver: Driver, { source, rental_type, at, from, until }: Sale): RentalItem {
    this.#sales += 1;
    const external_id = `second-${this.#sales}`;
    const { plate, state, country, make, model, color } = driver;
    const { first_name, last_name, email, phone } = driver;
    const charge = { external_id: `${external_id}-charge`, occurred_at: toIso(at) };
    const item: RentalItem = {
      source,
      external_id,
      spot: lot.spot.pk,
      rental_type,
      start_date: toIso(from),
      end_date: toIso(until),
      car: { plate, state, country, make, model, color },
      renter: { first_name, last_name, email, phone },
      charges: rental_type === 'hourly' ? [{ ...charge, ...priceOf(until - from) }] : [],
    };
    this.steps.push({ kind: 'rental', at, item });
    if (rental_type !== 'hourly') return item;
    this.firstSale.set(plate, instant(Math.min(from, this.firstSale.get(plate) ?? from)));
    this.#occupy(driver, from, until);
    return item;
  }

  extend(
    driver: Driver,
    { source, external_id }: RentalItem,
    { at, from, until }: Pick<Sale, 'at' | 'from' | 'until'>,
  ): void {
    const [time, rental] = [toIso(at), { source, external_id }];
    const change = { ...rental, changed_at: time, end_date: toIso(until) };
    this.steps.push(
      { kind: 'change', at, item: change },
      {
        kind: 'payment',
        at: instant(at + 1000),
        item: {
          source,
          external_id: `${external_id}-extension`,
          kind: 'charge',
          occurred_at: time,
          rental,
          ...priceOf(until - from),
        },
      },
    );
    this.#occupy(driver, from, until);
  }

  end({ source, external_id }: RentalItem, at: Instant): void {
    this.steps.push({ kind: 'end', at, item: { source, external_id, ended_at: toIso(at) } });
  }

  #occupy({ plate }: Driver, from: number, until: number): void {
    this.#busy.set(plate, [...(this.#busy.get(plate) ?? []), { from, until }]);
  }
}

function priceOf(ms: number) {
  const amount = cents(500 * Math.ceil(ms / hourMs));
  return { amount, tax: cents(Math.round(amount * 0.155)), processing_fee: cents(35) };
}
