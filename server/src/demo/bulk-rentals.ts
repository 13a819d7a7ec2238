import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, hourMs } from '@lotkeeper/contract/kernel/durations';
import { cents } from '@lotkeeper/contract/kernel/money';
import { makeDriver } from '@lotkeeper/simulator/world/drivers';
import { Random } from '@lotkeeper/simulator/world/random';
import type { Database } from '../kernel/data/database.ts';
import { must } from '../kernel/must.ts';
import type { DemoTenant } from './lot.ts';
import type { LongRental } from './monthlies.ts';
import { monthlyCharges } from './monthlies.ts';
import type { LotInWorld, World } from './world.ts';

/** Writes a lot's tenants and returns the rentals of their slots. */
export async function tenantRentals(
  { system }: Database,
  world: World,
  at: LotInWorld,
): Promise<LongRental[]> {
  const rentals: LongRental[] = [];
  for (const [index, tenant] of at.lot.tenants.entries()) {
    const random = new Random(world.seed, 'tenant', at.lot.key, index);
    const ago = Math.min(tenant.since_days_ago, world.days - 1);
    const start = instant(world.now - ago * dayMs - random.int(0, 4) * hourMs);
    const [row] = await system<{ pk: number }[]>`
      insert into bulk_rentals (organization_id, spot_pk, uuid, description, owner_email, slot_count,
        price_per_slot, invoice_status, start_date)
      values (${world.organizationPk}, ${at.pk}, ${random.uuid()}, ${tenant.description},
        ${tenant.owner_email}, ${tenant.slot_count}, ${tenant.price_per_slot}, ${tenant.invoice_status},
        ${start})
      returning pk`;
    rentals.push(
      ...buildSlotRentals(world, at, {
        tenant,
        index,
        start,
        pk: must(row, 'inserted bulk rental').pk,
      }),
    );
  }
  return rentals;
}

interface Lease {
  tenant: DemoTenant;
  index: number;
  start: Instant;
  pk: number;
}

/** How many months a tenant hasn't paid, by the status of the invoice. */
const unpaidMonths: Partial<Record<DemoTenant['invoice_status'], number>> = {
  open: 1,
  past_due: 2,
  uncollectible: 4,
};

function buildSlotRentals(world: World, at: LotInWorld, lease: Lease): LongRental[] {
  const { lot } = at;
  return Array.from({ length: lease.tenant.rented }, (_, slot) => {
    const id = `${lot.key}-t${lease.index}-${slot}`;
    const random = new Random(world.seed, id);
    const driver = makeDriver(world.seed, id, lot.state, lot.area_code);
    const room = world.now - lease.start;
    const start = instant(Math.round(lease.start + room * 0.4 * random.next() ** 3));
    const { first_name, last_name, email, phone } = driver;
    const { invoice_status, price_per_slot } = lease.tenant;
    const price = invoice_status === 'draft' ? 0 : price_per_slot;
    const [first, ...renewals] = monthlyCharges(world, at, { id, start, end: null }, price);
    const unpaid = unpaidMonths[invoice_status] ?? 0;
    return {
      at,
      driver,
      rental: {
        source: 'lotkeeper',
        external_id: id,
        spot_pk: at.pk,
        rental_type: 'bulk_rental',
        start_date: start,
        end_date: null,
        car: driver,
        renter: { first_name, last_name, email, phone },
        bulk_rental_pk: lease.pk,
        price_monthly: cents(price_per_slot),
        paid: unpaid === 0,
        movements: [first, ...renewals.slice(0, Math.max(0, renewals.length - unpaid))],
      },
    };
  });
}
