import type { PlateCheck } from '@lotkeeper/contract/cars/plate-checks';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { CarStay, TrueMonth } from '@lotkeeper/simulator/truth/month';
import { Random } from '@lotkeeper/simulator/world/random';
import { checkPlate } from '../../features/cars/plate-checks/check-plate.ts';
import { must } from '../../kernel/must.ts';
import type { PlayedMonth, TruthStage } from './play-month.ts';

/** A check of a car in the lot, and whether it really has a right to park there. */
export interface CarCheck {
  stay: CarStay;
  at: Instant;
  hasRight: boolean;
  check: Pick<PlateCheck, 'answer' | 'rights'>;
}

/** Nobody looks at a car in the minute when a right begins or ends. */
const nearMs = minuteMs;

/** Whether a car has a right at its lot by all that was sent so far; null = it's just beginning or ending. */
function hasRightAt({ members, steps }: TrueMonth, { lot, driver }: CarStay, at: Instant) {
  if (members.some((one) => one.lot === lot && one.driver.plate === driver.plate)) return true;
  const ends = new Map<string, number>();
  const starts = new Map<string, number>();
  for (const step of steps) {
    if (step.at > at) continue;
    const { kind, item } = step;
    if (kind === 'rental' && item.spot === lot.spot.pk && item.car?.plate === driver.plate) {
      starts.set(item.external_id, fromIso(item.start_date));
      ends.set(item.external_id, item.end_date ? fromIso(item.end_date) : Number.POSITIVE_INFINITY);
    }
    const end = kind === 'change' ? item.end_date : kind === 'end' ? item.ended_at : undefined;
    if (end && 'external_id' in item && ends.has(item.external_id)) {
      ends.set(item.external_id, fromIso(end));
    }
  }
  const times = [...starts].map(([id, from]) => ({ from, until: must(ends.get(id), 'end') }));
  const isNear = times.some(({ from, until }) =>
    [from, until].some((edge) => Math.abs(edge - at) < nearMs),
  );
  return isNear ? null : times.some(({ from, until }) => from <= at && until > at);
}

/** Checks each car once while it is in the lot, at a time that its stay draws. */
export function makeCarChecks({ database, clock }: TruthStage): {
  look: (played: PlayedMonth) => Promise<void>;
  checks: CarCheck[];
} {
  const checks: CarCheck[] = [];
  const waiting = new Map<PlayedMonth, { stay: CarStay; at: number }[]>();
  const drawMoment =
    ({ month }: PlayedMonth) =>
    (stay: CarStay) => {
      const share = new Random(month.seed, 'check', stay.id).next();
      return { stay, at: stay.entrance + share * (stay.exit - stay.entrance) };
    };
  const checkCar = async (played: PlayedMonth, stay: CarStay) => {
    const at = clock();
    const hasRight = hasRightAt(played.month, stay, at);
    if (hasRight === null) return;
    const spot = must(played.spots.get(stay.lot.spot.pk), 'property');
    const { plate, state } = stay.driver;
    const { check } = await database.system.begin((tx) =>
      checkPlate({ tx, organizationId: played.organization }, spot.pk, { plate, state }, at),
    );
    checks.push({ stay, at, hasRight, check });
  };
  const look = async (played: PlayedMonth) => {
    const at = clock();
    const all =
      waiting.get(played) ?? played.month.stays.map(drawMoment(played)).sort((a, b) => a.at - b.at);
    const due = all.filter((one) => one.at <= at);
    waiting.set(played, all.slice(due.length));
    const inLot = due.filter(({ stay }) => stay.entrance <= at && stay.exit > at);
    for (const { stay } of inLot) await checkCar(played, stay);
  };
  return { look, checks };
}

/** The checks that said something untrue: nothing known of a car with a right, or a right of a car without one. */
export const listUntrue = (checks: readonly CarCheck[]) =>
  checks.filter(({ hasRight, check }) => {
    const kinds = check.rights.map(({ kind }) => kind);
    const saysRight = check.answer === 'may_park' && !kinds.includes('enforced');
    return hasRight ? check.answer !== 'may_park' : saysRight;
  });
