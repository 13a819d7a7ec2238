import { instant, toIso } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, hourMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import { cents, zeroCents } from '@lotkeeper/contract/kernel/money';
import type { Random } from '@lotkeeper/simulator/world/random';
import type { ViolationInput } from '../records/cars/violations.ts';
import type { MovementInput, MovementOwner } from '../records/money/entries.ts';
import type { NoticeDraft, VisitDraft, VisitPictures } from './drafts.ts';
import type { World } from './world.ts';
import { computeDemoBreakdown } from './world.ts';

/** The grace period of every demo property. */
const graceMinutes = 15;
const codeSigns = 'ABCDEFGHJKLMNPRSTUVWXYZ23456789';

/** Whether the server would still charge a car that nobody paid for; null = it would be too late now. */
function isChargeable({ now }: World, visit: VisitDraft): boolean | null {
  const { entrance, exit, doubtful } = visit;
  if ((exit ?? entrance ?? now) < now - 3 * dayMs) return null;
  // A car that was read once is charged until a day later.
  return entrance !== null && !doubtful && (exit !== null || now - entrance < dayMs);
}

/** Two in three cars that don't pay get a notice, and of the last days all whom the server would give one. */
export function noticeFor(world: World, random: Random, visit: VisitDraft): NoticeDraft | null {
  const seen = visit.entrance ?? visit.exit;
  const isNoticed = random.chance(0.66);
  const chargeable = isChargeable(world, visit);
  if (seen === null || !(chargeable ?? isNoticed)) return null;
  const created_at = instant(seen + graceMinutes * minuteMs);
  if (created_at > world.now) return null;
  const code = Array.from({ length: 7 }, () => codeSigns[random.int(0, codeSigns.length - 1)]).join(
    '',
  );
  const amount = cents(random.pick([4500, 5500, 5500, 6500, 8500]));
  const fate = random.next();
  const after = created_at + hourMs + random.next() * random.next() * 21 * dayMs;
  const done = after <= world.now;
  const isOpen = !done || fate < 0.3 || (chargeable && fate >= 0.8);
  const status = isOpen ? 'Created' : fate < 0.8 ? 'Paid' : 'Waived';
  const paid_at = status === 'Paid' ? instant(Math.round(after)) : null;
  return { code, status, amount, created_at, paid_at };
}

/** As enforcement stores it (server/src/features/cars/visits/settling.queries.ts). */
function buildEvidence(
  { at, entrance, exit }: VisitDraft,
  { created_at }: NoticeDraft,
  pictures: VisitPictures | undefined,
): object {
  const price = at.lot.price_hourly;
  return {
    rule: 'no rental and no known renter',
    unpaid_from: toIso(entrance ?? created_at),
    grace_minutes: graceMinutes,
    price: price === null ? null : { rule: 'price of the property', price, unit: 'hour' },
    entrance_at: entrance && toIso(entrance),
    exit_at: exit && toIso(exit),
    images: {
      entrance_image: pictures?.entrance_image ?? null,
      exit_image: pictures?.exit_image ?? null,
      entrance_plate_image: pictures?.entrance_plate_image ?? null,
      exit_plate_image: pictures?.exit_plate_image ?? null,
    },
  };
}

/** The notice as a violation record. The reason is the one that the waive page sends. */
export function toViolation(
  visit: VisitDraft,
  notice: NoticeDraft,
  pictures: VisitPictures | undefined,
): ViolationInput {
  return {
    image: pictures?.entrance_plate_image ?? null,
    evidence: buildEvidence(visit, notice, pictures),
    source: 'enforcement',
    external_id: notice.code,
    spot_pk: visit.at.pk,
    code: notice.code,
    plate: visit.driver.plate,
    state: visit.driver.state,
    status: notice.status,
    amount: notice.amount,
    created_at: notice.created_at,
    waived_reason: notice.status === 'Waived' ? 'Ownership or tenant request' : null,
  };
}

/** The penalty from a paid notice. Penalties aren't taxed. */
export function toPenalties(
  world: World,
  visit: VisitDraft,
  notice: NoticeDraft,
  violationPk: number | null,
): (Omit<MovementOwner, 'first'> & MovementInput)[] {
  if (notice.paid_at === null) return [];
  return [
    {
      source: 'enforcement',
      external_id: `penalty-${notice.code}`,
      spot_pk: visit.at.pk,
      rental_type: visit.at.lot.classification === 'Airport Lot' ? 'daily' : 'hourly',
      rental_pk: null,
      violation_pk: violationPk,
      kind: 'penalty',
      occurred_at: notice.paid_at,
      amount: notice.amount,
      tax: zeroCents,
      processing_fee: computeDemoBreakdown(world, notice.amount).processing_fee,
    },
  ];
}
