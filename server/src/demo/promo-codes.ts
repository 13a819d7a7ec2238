import { instant, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import { Random } from '@lotkeeper/simulator/world/random';
import type { Database } from '../kernel/data/database.ts';
import type { Stay } from './stays.ts';
import type { LotInWorld, World } from './world.ts';

const usedCodes = [
  { code: 'WELCOME15', notes: 'On the sign at the entrance', weight: 5, ends_days_ago: null },
  { code: 'NEIGHBOR15', notes: 'For the shops next door', weight: 3, ends_days_ago: null },
  { code: 'SUMMER15', notes: 'Summer mailing', weight: 4, ends_days_ago: 55 },
] as const;

/** The discount of each code in the history. */
export const historyDiscount = { discount_type: 'percentage_discount', amount: 15 } as const;

/** Created recently, so nobody has used them yet. */
const unused = [
  { code: 'FIVEOFF', notes: 'Holiday flyer', discount_type: 'value', amount: 500 },
  { code: 'FREEHOUR', notes: 'Front desk', discount_type: 'minutes_to_discount', amount: 60 },
  { code: 'TEAMRATE', notes: 'Staff of the arena', discount_type: 'rate_override', amount: 800 },
] as const;

const everyType = ['hourly', 'flat_rate', 'daily', 'monthly'];

const hasPromoCodes = (lot: LotInWorld['lot']) =>
  (lot.price_hourly ?? lot.price_daily ?? lot.price_flat) !== null;

/** The discount codes of a lot with prices; created before its history, which uses them. */
export async function insertPromoCodes(
  { system }: Database,
  world: World,
  { lot, pk, since }: LotInWorld,
) {
  if (!hasPromoCodes(lot)) return;
  const dayAgo = (days: number) => toLocalDate(instant(world.now - days * dayMs), lot.timezone);
  const key = { organization_id: world.organizationPk, spot_pk: pk };
  const rows = [
    ...usedCodes.map(({ code, notes, ends_days_ago }) => ({
      ...key,
      ...historyDiscount,
      code,
      notes,
      applicable_rental_types: everyType,
      created_at: since,
      expiration: ends_days_ago === null ? null : dayAgo(ends_days_ago),
      number_of_uses: null,
    })),
    ...unused.map((promoCode) => ({
      ...key,
      ...promoCode,
      applicable_rental_types: ['hourly', 'daily'],
      created_at: world.now - 5 * dayMs,
      expiration: dayAgo(-40),
      number_of_uses: 100,
    })),
  ];
  await system`insert into promo_codes ${system.values(rows)}`;
}

/** The code that a rental was booked with; null = none. */
export function pickPromoCode(
  world: World,
  stay: Pick<Stay, 'at' | 'promo' | 'charged_at' | 'external_id'>,
): string | null {
  if (!stay.promo || !hasPromoCodes(stay.at.lot)) return null;
  const days = (world.now - stay.charged_at) / dayMs;
  const live = usedCodes.filter(
    (promoCode) => promoCode.ends_days_ago === null || days > promoCode.ends_days_ago + 1,
  );
  const random = new Random(world.seed, 'promo', stay.external_id);
  return live[random.index(live.map(({ weight }) => weight))]?.code ?? null;
}
