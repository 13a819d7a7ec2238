import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, hourMs } from '@lotkeeper/contract/kernel/durations';
import { Random } from '@lotkeeper/simulator/world/random';
import { notifySpotChange } from '../kernel/access/spot-directory.ts';
import type { Database, Tx } from '../kernel/data/database.ts';
import { must } from '../kernel/must.ts';
import { newsKeys } from '../kernel/news.ts';
import { insertSilentCamera } from './cameras.ts';
import { daysIn } from './days.ts';
import { findLocalEvent } from './local-events.ts';
import type { DemoLot } from './lot.ts';
import type { DemoOrganization } from './organizations.ts';
import { demoOrganizations, demoRegions } from './organizations.ts';
import { demoInvitations, demoPeople } from './people.ts';
import { buildRates } from './rates.ts';
import { recurringEvents } from './recurring-events.ts';
import type { LotInWorld, World } from './world.ts';

interface Beginning {
  now: Instant;
  days: number;
  seed: number;
}

/** Begins a load: in one transaction, marks it and creates the operators, their lots and their people. */
export async function setUp({ system }: Database, begin: Beginning): Promise<World[]> {
  return system.begin(async (tx) => {
    await tx`lock table demo_loads in exclusive mode`;
    const [found] = await tx`select pk from organizations limit 1`;
    if (found) throw new Error('The demo is loaded into an empty database only.');
    await tx`
      insert into demo_loads (started_at, days, seed) values (${begin.now}, ${begin.days}, ${begin.seed})`;
    for (const region of demoRegions) await tx`insert into operations_regions ${tx.values(region)}`;
    const worlds: World[] = [];
    for (const organization of demoOrganizations) {
      const organizationPk = await insertOrganization(tx, begin, organization);
      const lots: LotInWorld[] = [];
      for (const lot of organization.lots) {
        const days = await daysIn(lot.timezone, begin.now, begin.days);
        const since = days[0]?.start ?? begin.now;
        lots.push({ lot, pk: await insertSpot(tx, begin, organizationPk, lot), days, since });
      }
      const world = { ...begin, organization, organizationPk, lots };
      await insertSilentCamera(tx, world);
      worlds.push(world);
    }
    await insertPeople(tx, begin, worlds);
    return worlds;
  });
}

async function insertOrganization(
  tx: Tx,
  { now, seed, days }: Beginning,
  organization: DemoOrganization,
) {
  const [row] = await tx<{ pk: number }[]>`
    insert into organizations (uuid, name, operations_region_pk, commission_rate, tax_rate,
      processing_rate, created_at, setup_ended_at)
    select ${new Random(seed, 'organization', organization.key).uuid()}, ${organization.name}, r.pk, ${organization.commission_rate},
      ${organization.tax_rate}, ${organization.processing_rate}, ${now - days * dayMs}, ${now - days * dayMs}
    from operations_regions r where r.name = ${organization.region}
    returning pk`;
  const { pk } = must(row, 'inserted organization');
  await tx`insert into commission_bases values (${pk}, '-infinity', ${organization.commission_base})`;
  return pk;
}

async function insertSpot(tx: Tx, begin: Beginning, organization_id: number, lot: DemoLot) {
  const openedDaysAgo = lot.opened_days_ago ?? begin.days;
  const row = {
    organization_id,
    uuid: new Random(begin.seed, 'spot', lot.key).uuid(),
    name: lot.name,
    address_line1: lot.address_line1,
    city: lot.city,
    state: lot.state,
    timezone: lot.timezone,
    classification: lot.classification,
    quantity: lot.quantity,
    quantity_monthly: lot.quantity_monthly,
    price_hourly: lot.price_hourly,
    price_daily: lot.price_daily,
    price_monthly: lot.price_monthly,
    price_flat: lot.price_flat,
    daily_min: lot.daily_min,
    daily_max: lot.daily_max,
    dynamic_pricing_enabled: lot.dynamic !== null,
    dynamic_pricing_strategy: lot.dynamic?.strategy ?? 'standard',
    visibility_page_section: lot.visibility_page_section,
    show_timeline: lot.show_timeline,
    contact_info_daily: true,
    contact_info_hourly: lot.classification === 'Airport Lot',
    tenant_billing_enabled: lot.tenants.length > 0,
    webflow_page_url: lot.per_day > 0 ? `https://parking.example.com/${lot.key}` : null,
    created_at: begin.now - Math.min(openedDaysAgo, begin.days) * dayMs,
  };
  const [spot] = await tx<{ pk: number }[]>`insert into spots ${tx.values(row)} returning pk`;
  await notifySpotChange(tx);
  return spot?.pk ?? 0;
}

async function insertPeople(tx: Tx, { now, days }: Beginning, worlds: readonly World[]) {
  const pkOf = new Map(worlds.map((world) => [world.organization.key, world.organizationPk]));
  const created_at = now - days * dayMs;
  for (const person of demoPeople) {
    const { first_name, last_name, email, phone, last_login_days_ago: ago } = person;
    const row = {
      first_name,
      last_name,
      email,
      phone,
      created_at,
      superuser: person.superuser ?? false,
      is_renter: person.is_renter ?? false,
      last_login: ago === null ? null : now - ago * dayMs - 2 * hourMs,
      seen_news: ago === null ? null : [...newsKeys],
    };
    const [personRow] = await tx<
      { pk: number }[]
    >`insert into people ${tx.values(row)} returning pk`;
    for (const { organization, role } of person.roles) {
      await tx`
        insert into affiliations (organization_id, person_pk, role, created_at)
        values (${pkOf.get(organization) ?? 0}, ${personRow?.pk ?? 0}, ${role}, ${created_at})`;
    }
  }
  for (const { organization, ...invited } of demoInvitations) {
    const sentAt = now - 2 * dayMs;
    const dates = { created_at: sentAt, sent_at: sentAt, expires_at: now + 12 * dayMs };
    const organization_id = pkOf.get(organization) ?? 0;
    await tx`insert into invitations ${tx.values({ organization_id, ...invited, ...dates })}`;
  }
}

/** Writes a lot's rates and event calendar. */
export async function insertRatesAndEvents(
  { system }: Database,
  world: World,
  at: LotInWorld,
): Promise<void> {
  const { lot } = at;
  const key = { organization_id: world.organizationPk, spot_pk: at.pk };
  for (const rate of buildRates(lot, at)) {
    const row = { ...key, ...rate, curve: system.json(rate.curve) };
    await system`insert into rates ${system.values(row)}`;
  }
  if (lot.key === 'rooftop') await insertExperiment(system, world, key);
  const events = at.days.flatMap((day) => {
    const localEvent = day.ago < -400 ? null : findLocalEvent(world.seed, lot, day);
    if (localEvent === null) return [];
    const { name, from, until, extra } = localEvent;
    return [
      {
        ...key,
        name,
        date: day.date,
        start_time: clock(from),
        end_time: clock(until),
        quantity: extra,
        spaceforce_multiplier: 2,
        display_price: lot.price_flat,
      },
    ];
  });
  if (events.length > 0) await system`insert into events ${system.values(events)}`;
  const today = toLocalDate(world.now, lot.timezone);
  const first = at.days[0]?.date ?? today;
  const recurring = recurringEvents(lot.key, { first, today });
  for (const event of recurring)
    await system`insert into events ${system.values({ ...key, ...event })}`;
  if (lot.key === 'depot') await insertMarketCode(system, world, key);
}

/** The code that lets the market's sellers park for free during the market. */
async function insertMarketCode(
  sql: Database['system'],
  { now }: World,
  key: { organization_id: number; spot_pk: number },
): Promise<void> {
  const code = { ...key, code: 'MARKET', name: 'Market sellers', created_at: now - 90 * dayMs };
  await sql`
    with c as (insert into visitor_codes ${sql.values(code)} returning pk)
    insert into visitor_code_events (organization_id, code_pk, event_pk)
    select e.organization_id, c.pk, e.pk from c, events e
    where e.organization_id = ${key.organization_id} and e.spot_pk = ${key.spot_pk}
      and e.name = 'Farmers Market'`;
}

/** An active experiment: a fifth of the plates pays a little more, and another fifth a little less. */
async function insertExperiment(
  sql: Database['system'],
  { now }: World,
  key: { organization_id: number; spot_pk: number },
): Promise<void> {
  const trial = {
    ...key,
    name: 'First hour',
    starts_at: now - 6 * dayMs,
    ends_at: now + 15 * dayMs,
  };
  const [experiment] = await sql<[{ pk: number }]>`
    insert into rate_experiments ${sql.values(trial)} returning pk`;
  for (const [name, price] of [
    ['A dollar less', 3700],
    ['A dollar more', 3900],
  ] as const) {
    const segment = { name, price, percentage: 20, unit: 'hour', experiment_pk: experiment.pk };
    await sql`
      insert into rate_experiment_segments ${sql.values({ organization_id: key.organization_id, ...segment })}`;
  }
}

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
