import { randomUUID } from 'node:crypto';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { BodyOf } from '@lotkeeper/contract/kernel/endpoint';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { zeroCents } from '@lotkeeper/contract/kernel/money';
import { whyNotUsable } from '@lotkeeper/contract/operations/promo-codes';
import type { Slot } from '@lotkeeper/contract/people/drivers';
import {
  applySlotPromoCode,
  createSlot,
  driverMessages,
  listBulkRentals,
  listSlots,
  parseSlotTypes,
  removeSlot,
  updateSlot,
} from '@lotkeeper/contract/people/drivers';
import type { AuditAct } from '@lotkeeper/contract/trust/audit-entries';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { must } from '../../../kernel/must.ts';
import { notFound, Refusal, requireFound, wrongFields } from '../../../kernel/refusal.ts';
import { carKey, ensureCars } from '../../../records/cars.ts';
import type { PromoVerdict } from '../../../records/people/driver-changes.ts';
import { applyPromoCode, changeCar, endMonthly } from '../../../records/people/driver-changes.ts';
import { recordRentals } from '../../../records/people/rentals.ts';
import type { Recorder } from '../../../records/recorder.ts';
import { withRecorder } from '../../../records/recorder.ts';
import { requireShown } from '../../../records/shown.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';
import { listSlotRows, listTenants, lockCarsOfRental, readSlot } from './drivers.queries.ts';

/** The result of a change and its audit entry; null if nothing was done. */
interface Done {
  pk: number;
  act: AuditAct;
  after?: object;
}

/** Changes something about a rental and writes an audit entry in the same transaction; returns the rental's pk. */
function recordAct(scope: SpotScope, now: Instant, work: (recorder: Recorder) => Promise<Done>) {
  return withRecorder(scope, async (recorder) => {
    const done = await work(recorder);
    await recordAuditEntry(recorder.tx, scope, now, { ...done, subject: 'rental' });
    return done.pk;
  });
}

async function requireSlot(scope: SpotScope, pk: number): Promise<Slot> {
  return requireFound(await readSlot(scope, pk), 'rental');
}

/** Whether drivers can be added, and what a month costs here. */
async function readTerms({ tx, organizationId }: Recorder, spotPk: number) {
  const [row] = await tx<{ can_add_driver: boolean; price_monthly: Cents | null }[]>`
    select o.can_add_driver, s.price_monthly from spots s
    join organizations o on o.pk = s.organization_id
    where s.organization_id = ${organizationId} and s.pk = ${spotPk}`;
  if (!row?.can_add_driver) throw new Refusal('not_allowed', driverMessages.notSwitchedOn);
  return row;
}

/** A monthly rental that starts now, with nothing charged yet. */
async function addDriver(
  recorder: Recorder,
  { spotPk }: SpotScope,
  body: BodyOf<typeof createSlot>,
  now: Instant,
): Promise<Done> {
  const { price_monthly } = await readTerms(recorder, spotPk);
  const { email, first_name, last_name, cars, request = randomUUID() } = body;
  const external_id = `driver-${request}`;
  const [recorded] = await recordRentals(recorder, [
    {
      source: 'lotkeeper',
      external_id,
      spot_pk: spotPk,
      rental_type: 'monthly',
      start_date: now,
      end_date: null,
      car: cars[0] ?? null,
      renter: { email, first_name: first_name || null, last_name: last_name || null },
      price_monthly,
      paid: false,
      movements: [
        {
          external_id,
          kind: 'charge',
          occurred_at: now,
          amount: zeroCents,
          tax: zeroCents,
          processing_fee: zeroCents,
        },
      ],
    },
  ]);
  return {
    pk: must(recorded, 'recorded rental').pk,
    act: 'add',
    after: { rental_type: 'monthly' },
  };
}

function refuseCar(outcome: Exclude<Awaited<ReturnType<typeof changeCar>>, 'changed'>): Refusal {
  if (outcome === 'missing') return notFound('rental');
  if (outcome === 'ended') return new Refusal('conflict', driverMessages.ended);
  return wrongFields({ cars: 'There is no such car.' });
}

function refusePromo(verdict: Exclude<PromoVerdict, 'applied'>): Refusal {
  if (verdict === 'missing') return notFound('rental');
  if (verdict === 'ended') return new Refusal('conflict', driverMessages.ended);
  if (verdict === 'has a code') return new Refusal('conflict', driverMessages.hasCode);
  if (verdict === 'not for this type') {
    return wrongFields({ promo_code: driverMessages.notForType });
  }
  const promo_code = whyNotUsable(verdict.code) ?? driverMessages.notForType;
  const isExhausted = verdict.code?.used_up || verdict.code?.crowded;
  return isExhausted
    ? new Refusal('conflict', promo_code, { promo_code })
    : wrongFields({ promo_code });
}

/** Changes the car of a rental, its discount code, or both. Throws a refusal if either is invalid. */
async function updateRental(
  recorder: Recorder,
  scope: SpotScope,
  { pk, cars, car, promo_code, shown }: BodyOf<typeof updateSlot> & { pk: number },
  now: Instant,
): Promise<Done> {
  const { spotPk, timezone } = scope;
  const rental = { pk, spot_pk: spotPk };
  if (shown) {
    const current = requireFound(await lockCarsOfRental(recorder.tx, scope, pk), 'rental');
    await requireShown(recorder.tx, scope, shown, current, { subject: 'rental', pk });
  }
  const carPk = car ? (await ensureCars(recorder, [car])).get(carKey(car)) : cars?.[0];
  if (carPk !== undefined) {
    const outcome = await changeCar(recorder, rental, carPk, now);
    if (outcome !== 'changed') throw refuseCar(outcome);
  }
  if (promo_code !== undefined) {
    const today = toLocalDate(now, timezone);
    const verdict = await applyPromoCode(recorder, { ...rental, code: promo_code }, { today, now });
    if (verdict !== 'applied') throw refusePromo(verdict);
  }
  const after = {
    ...(carPk === undefined ? {} : { car: carPk }),
    ...(promo_code === undefined ? {} : { promo_code }),
  };
  return { pk, act: 'change', after };
}

/** Monthly drivers, transient drivers, and drivers of tenants. */
export function driversRoutes(serve: Serve): void {
  serve(listSlots, async ({ scope, query, now }) => {
    const { rentalType, state, searchTerm, page } = query;
    const types = parseSlotTypes(rentalType) ?? [];
    return listSlotRows(scope, { types, state, searchTerm, page }, now);
  });

  serve(createSlot, async ({ scope, body, now }) =>
    requireSlot(
      scope,
      await recordAct(scope, now, (recorder) => addDriver(recorder, scope, body, now)),
    ),
  );

  for (const endpoint of [updateSlot, applySlotPromoCode]) {
    serve(endpoint, async ({ scope, params, body, now }) => {
      const pk = params.id;
      await recordAct(scope, now, (recorder) =>
        updateRental(recorder, scope, { pk, ...body }, now),
      );
      return requireSlot(scope, pk);
    });
  }

  serve(removeSlot, async ({ scope, params, now }) => {
    await recordAct(scope, now, async (recorder) => {
      const rentalKey = { uuid: params.id, spot_pk: scope.spotPk };
      const pk = await endMonthly(recorder, rentalKey, now);
      if (pk === null) throw notFound('monthly rental');
      return { pk, act: 'remove' };
    });
  });

  serve(listBulkRentals, ({ scope, now }) => listTenants(scope, now));
}
