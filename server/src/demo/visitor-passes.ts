import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { addDays, instant, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, hourMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import { makeDriver } from '@lotkeeper/simulator/world/drivers';
import { Random } from '@lotkeeper/simulator/world/random';
import type { VisitorGrant, VisitorInput } from '../records/operations/visitors.ts';
import type { Recorder } from '../records/recorder.ts';
import type { LotInWorld, World } from './world.ts';

/** A lot's codes by purpose. */
export interface DemoCodes {
  staff: number;
  guests: number;
  week: number;
}

const guestCodes = ['K7QMXA', 'P3WDHR', 'T9VYNC', 'H4ZBKE', 'M6RJGU', 'X2FPTW', 'W8CNDA', 'B5KYQH'];

/** Creates a lot's validation codes: one of every kind that it can have. */
export async function insertVisitorCodes(
  { tx, organizationId }: Recorder,
  world: World,
  { lot, pk, since }: LotInWorld,
): Promise<DemoCodes> {
  const random = new Random(world.seed, 'visitor codes', lot.key);
  const commonColumns = { organization_id: organizationId, spot_pk: pk, created_at: since };
  const insert = async (code: object) => {
    const [row] = await tx<[{ pk: number }]>`
      insert into visitor_codes ${tx.values({ ...commonColumns, ...code })} returning pk`;
    return row.pk;
  };
  const staff = await insert({ code: 'STAFF', name: 'People who work here', always_valid: true });
  const guests = await insert({
    code: random.pick(guestCodes),
    name: 'Guests of the front desk, four hours',
    days_valid: 0,
    hours_valid: 4,
    custom: false,
  });
  const week = await insert({
    code: 'WEEK',
    name: 'Contractors and longer visits',
    days_valid: 7,
    hours_valid: 0,
  });
  const today = toLocalDate(world.now, lot.timezone);
  await insert({
    code: 'RENOVATION',
    name: 'Until the works on the entrance are done',
    expiration_date: addDays(today, random.int(20, 60)),
  });
  const [event] = await tx<{ pk: number; name: string }[]>`
    select pk, name from events
    where organization_id = ${organizationId} and spot_pk = ${pk} and date >= ${today}
    order by date, pk limit 1`;
  if (event) {
    const code = await insert({ code: 'CREW', name: `Crew and press of ${event.name}` });
    const link = { organization_id: organizationId, code_pk: code, event_pk: event.pk };
    await tx`insert into visitor_code_events ${tx.values(link)}`;
  }
  return { staff, guests, week };
}

function grantAt(
  random: Random,
  codes: DemoCodes,
  { now, createdAt }: { now: Instant; createdAt: Instant },
): VisitorGrant {
  if (random.chance(0.15)) return { code_pk: codes.staff, kind: 'always', ends_at: null };
  const ends = random.chance(0.55)
    ? now + random.int(1, 240) * hourMs
    : createdAt + random.int(2, 72) * hourMs;
  const code_pk = ends - createdAt > dayMs ? codes.week : codes.guests;
  return { code_pk, kind: 'until', ends_at: instant(Math.round(ends)) };
}

/**
 * Plates that park for free at a lot: permanently, for some more hours or days, expired, or waiting at the kiosk.
 */
export function buildVisitors(world: World, at: LotInWorld, codes: DemoCodes): VisitorInput[] {
  const { lot, pk } = at;
  const { now } = world;
  const random = new Random(world.seed, 'visitors', lot.key);
  const count = lot.per_day === 0 ? 46 : random.int(6, 26);
  return Array.from({ length: count }, (_, index) => {
    const driver = makeDriver(world.seed, `${lot.key} visitor ${index}`, lot.state, lot.area_code);
    const oldest = Math.min(world.days - 1, lot.opened_days_ago ?? 400, 60);
    const createdAt = instant(Math.round(now - random.next() ** 2 * oldest * dayMs - hourMs));
    const waits = index < 3;
    const byKiosk = waits || random.chance(0.4);
    const grant = grantAt(random, codes, { now, createdAt });
    return {
      spot_pk: pk,
      car: driver,
      name: random.chance(0.8) && !waits ? `${driver.first_name} ${driver.last_name}` : null,
      phone: random.chance(0.6) && !waits ? driver.phone : null,
      validation_source: byKiosk ? 'kiosk' : 'dashboard',
      grants: waits
        ? []
        : [byKiosk && grant.kind === 'until' ? { ...grant, code_pk: null } : grant],
      at: waits ? instant(now - (index + 1) * 7 * minuteMs) : createdAt,
    };
  });
}
