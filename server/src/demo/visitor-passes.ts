import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, hourMs } from '@lotkeeper/contract/kernel/calendar';
import { driverOf } from '@lotkeeper/simulator/world/drivers';
import { Random } from '@lotkeeper/simulator/world/random';
import type { VisitorInput } from '../records/happenings.ts';
import type { LotInWorld, World } from './world.ts';

/** Plates that park free at a lot: for good, for some hours or days yet, and some that have run out. */
export function visitorsOf(world: World, at: LotInWorld): VisitorInput[] {
  const { lot, pk } = at;
  const random = new Random(world.seed, 'visitors', lot.key);
  const count = lot.per_day === 0 ? 46 : random.int(6, 26);
  return Array.from({ length: count }, (_, index) => {
    const driver = driverOf(world.seed, `${lot.key} visitor ${index}`, lot.state, lot.area_code);
    const always = random.chance(0.15);
    const oldest = Math.min(world.days - 1, lot.opened_days_ago ?? 400, 60);
    const created_at = (world.now - random.next() ** 2 * oldest * dayMs - hourMs) as Instant;
    const ends = random.chance(0.55)
      ? world.now + random.int(1, 240) * hourMs
      : created_at + random.int(2, 72) * hourMs;
    return {
      source: 'lotkeeper',
      external_id: `${lot.key}-visitor-${index}`,
      spot_pk: pk,
      car: driver,
      name: random.chance(0.8) ? `${driver.first_name} ${driver.last_name}` : null,
      phone: random.chance(0.6) ? driver.phone : null,
      validation_source: random.chance(0.6) ? 'dashboard' : 'kiosk',
      is_always_valid: always,
      valid_until: always ? null : (Math.round(ends) as Instant),
      created_at: Math.round(created_at) as Instant,
    };
  });
}
