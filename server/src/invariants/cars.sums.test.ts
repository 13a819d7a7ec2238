import { randomUUID } from 'node:crypto';
import {
  driverLogDaysBack,
  getHeroStats,
  listCarTracking,
} from '@lotkeeper/contract/cars/visibility';
import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import {
  addDays,
  fromIso,
  instant,
  startOfDay,
  toEpochSeconds,
  toIso,
  toLocalDate,
} from '@lotkeeper/contract/kernel/calendar';
import { dayMs, hourMs } from '@lotkeeper/contract/kernel/durations';
import { historySource } from '@lotkeeper/contract/money/payout-words';
import type { SlotState } from '@lotkeeper/contract/people/drivers';
import { listSlots } from '@lotkeeper/contract/people/drivers';
import type { VisitStatus } from '@lotkeeper/contract/people/filter-words';
import { visitStatuses } from '@lotkeeper/contract/people/filter-words';
import type { RentalType } from '@lotkeeper/contract/people/rentals';
import { getSlotOverview, rentalGroups, rentalTypes } from '@lotkeeper/contract/people/rentals';
import { listSpots } from '@lotkeeper/contract/platform/spots';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { recordVisits } from '../records/cars/visits/visits.ts';
import { listDisagreements } from '../records/money/ledger.ts';
import { undoHistory } from '../records/money/undone-history.ts';
import { makeOrganization, signedInMember } from '../testing/people.factory.ts';
import { record, recording, rental } from '../testing/rentals.factory.ts';
import type { TestSpot } from '../testing/spots.factory.ts';
import { makeSpot } from '../testing/spots.factory.ts';
import { testApp } from '../testing/test-app.ts';

/*
 * Every page shows the same cars: random stays around both clock changes, at lots in four zones, are counted, and
 * each page must match that count and so every other page.
 */
const zones = ['Pacific/Honolulu', 'America/New_York', 'America/Phoenix', 'America/St_Johns'];
const clockChanges = ['2026-03-08T07:00:00Z', '2026-11-01T06:00:00Z'].map(fromIso);
/** Rounds half of them to a whole hour, so that several things happen at the same time. */
const toWholeHour = (ms: number) =>
  Math.floor(ms / (ms % 2 ? hourMs : 1000)) * (ms % 2 ? hourMs : 1000);
const moment = fc
  .tuple(fc.constantFrom(...clockChanges), fc.integer({ min: -8 * dayMs, max: 5 * dayMs }))
  .map(([at, off]) => instant(at + toWholeHour(off)));

const stay = fc.record({
  spot: fc.nat(zones.length - 1),
  from: moment,
  /** null = until someone ends it. */
  lasts: fc.option(fc.integer({ min: hourMs, max: 60 * hourMs }).map(toWholeHour), { freq: 9 }),
  type: fc.constantFrom(...rentalTypes),
});
const sight = fc.record({
  spot: fc.nat(zones.length - 1),
  from: moment,
  lasts: fc.option(fc.integer({ min: 60_000, max: 30 * hourMs }), { freq: 5 }),
  entranceSeen: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
  status: fc.constantFrom(...visitStatuses),
});

type Lot = TestSpot & { timezone: TimeZone };
interface Stay {
  spot: Lot;
  from: Instant;
  until: Instant | null;
  type: RentalType;
}
interface Sight {
  spot: Lot;
  first: Instant;
  status: VisitStatus;
}

let organization: { pk: number; uuid: string };
let stays: Stay[];
let sights: Sight[];
let by: { token: string };

async function recordStays() {
  const made = fc.sample(stay, { numRuns: 900, seed: 20_261_101 });
  stays = made.map((one) => ({
    spot: spots[one.spot] as Lot,
    from: one.from,
    until: one.lasts === null ? null : instant(one.from + one.lasts),
    type: one.type,
  }));
  await record(
    sql,
    { organization: organization.pk },
    stays.map((one) =>
      rental(one.spot, toIso(one.from), 500, { rental_type: one.type, end_date: one.until }),
    ),
  );
}

/** Rentals of an import that was undone: the same stays again, which no page may count. */
async function recordUndone() {
  const rentals = stays
    .filter((_, index) => index % 3 === 0)
    .map(({ spot, from, until, type }) =>
      rental(spot, toIso(from), 500, {
        source: historySource,
        rental_type: type,
        end_date: until,
        car: { plate: 'UND 0NE', state: 'AZ', country: 'US' },
      }),
    );
  const recorded = await record(sql, { organization: organization.pk }, rentals);
  const undone = {
    entries: [],
    rentals: recorded.map(({ pk }) => pk),
    source: historySource,
  };
  const kept = await recording(sql, organization.pk, (recorder) =>
    undoHistory(recorder, undone, at.clock()),
  );
  expect([recorded.length, kept]).toEqual([300, 0]);
  expect(await listDisagreements(sql)).toEqual([]);
}

async function recordSights() {
  const made = fc
    .sample(sight, { numRuns: 900, seed: 20_260_308 })
    .filter((one) => one.entranceSeen || one.lasts !== null);
  const visits = made.map((one) => ({
    source: 'test',
    external_id: randomUUID(),
    spot_pk: (spots[one.spot] as Lot).pk,
    plate: 'ABC 123',
    state: 'AZ',
    status: one.status,
    entrance_at: one.entranceSeen ? one.from : null,
    exit_at: one.lasts === null ? null : instant(one.from + one.lasts),
  }));
  sights = visits.map((one, index) => ({
    spot: spots[made[index]?.spot ?? 0] as Lot,
    first: (one.entrance_at ?? one.exit_at) as Instant,
    status: one.status,
  }));
  await recording(sql, organization.pk, (recorder) => recordVisits(recorder, visits));
}

const at = await testApp({ now: '2026-11-01T00:00:00Z' });
const sql = at.database.system;
organization = await makeOrganization(sql);
const spots = await Promise.all(
  zones.map(async (timezone) => ({
    ...(await makeSpot(sql, { organization, timezone })),
    timezone,
  })),
);
await recordStays();
await recordUndone();
await recordSights();

/** A property, and when someone looks at it. */
const look = fc.record({ n: fc.nat(zones.length - 1), now: moment });
const looking = (numRuns: number, check: (spot: Lot, now: Instant) => Promise<void>) =>
  fc.assert(
    fc.asyncProperty(look, async ({ n, now }) => {
      at.clock.set(toIso(now));
      // Months may have passed, and sessions end without use.
      by = await signedInMember(at, organization, 'ADMIN');
      await check(spots[n] as Lot, now);
    }),
    { numRuns },
  );

const goingOn = (spot: Lot, now: number) =>
  stays.filter(
    (one) => one.spot === spot && one.from <= now && (one.until === null || one.until > now),
  );
const toCome = (spot: Lot, now: number) =>
  stays.filter((one) => one.spot === spot && one.from > now);
const over = (spot: Lot, now: number) =>
  stays.filter(
    (one) => one.spot === spot && one.from <= now && one.until !== null && one.until <= now,
  );
const beginIn = (spot: Lot, [from, to]: readonly [number, number]) =>
  stays.filter((one) => one.spot === spot && one.from >= from && one.from < to);
const states = (spot: Lot, now: number, range: readonly [number, number]) => {
  const begun = beginIn(spot, range);
  const [ACTIVE, UPCOMING] = [goingOn(spot, now), toCome(spot, now)].map(
    (ones) => ones.filter((one) => begun.includes(one)).length,
  ) as [number, number];
  return { ACTIVE, UPCOMING, ENDED: begun.length - ACTIVE - UPCOMING };
};
const isOneOf = (types: readonly RentalType[]) => (one: Stay) => types.includes(one.type);
/** A lot's day as timestamps: from its start to the next day's. */
const dayOf = (spot: Lot, date: LocalDate) =>
  [date, addDays(date, 1)].map((day) => startOfDay(day, spot.timezone)) as [Instant, Instant];

const always = [clockChanges[0]! - 30 * dayMs, clockChanges[1]! + 30 * dayMs] as const;
async function overview(spot: Lot, [from, to]: readonly [number, number]) {
  const query = {
    spot: spot.uuid,
    start_date_from: toEpochSeconds(instant(from)),
    start_date_to: toEpochSeconds(instant(to)),
  };
  return (await at.call(getSlotOverview, { query }, by)).body;
}

async function listed(spot: Lot, state: SlotState, rentalType: string) {
  const query = { spotId: spot.uuid, page: 1, state, rentalType, searchTerm: '' };
  return (await at.call(listSlots, { query }, by)).body.count;
}

const hero = async (spot: Lot) =>
  (await at.call(getHeroStats, { query: { uuid: spot.uuid } }, by)).body;

async function log(spot: Lot, date: LocalDate, status?: VisitStatus) {
  const [from, to] = dayOf(spot, date);
  const query = {
    uuid: spot.uuid,
    page: 1,
    start: toEpochSeconds(from),
    end: toEpochSeconds(to),
    ...(status && { status }),
  };
  return (await at.call(listCarTracking, { query }, by)).body.count;
}

test('continuing rentals agree in the overview, the property list, the camera figures and the drivers', async () => {
  await looking(40, async (spot, now) => {
    const active = goingOn(spot, now);
    const upcoming = toCome(spot, now);
    const query = { organization: organization.uuid };
    const [counts, list, stats] = await Promise.all([
      overview(spot, always),
      at.call(listSpots, { query }, by),
      hero(spot),
    ]);
    expect(counts).toEqual(states(spot, now, always));
    expect(list.body.find(({ uuid }) => uuid === spot.uuid)?.active_rentals).toBe(active.length);
    expect(stats.occupancy).toBe(active.length);
    const drivers = await Promise.all(
      (['ACTIVE', 'UPCOMING', 'ENDED'] as const).flatMap((state) => [
        listed(spot, state, 'monthly'),
        listed(spot, state, 'daily,flat,hourly'),
      ]),
    );
    expect(drivers).toEqual(
      [active, upcoming, over(spot, now)].flatMap((ones) => [
        ones.filter(isOneOf(rentalGroups.monthly)).length,
        ones.filter(isOneOf(rentalGroups.transient)).length,
      ]),
    );
  });
});

test('the overviews of today, of days to come and of days before, transient rentals and peak agree with the stays', async () => {
  await looking(40, async (spot, now) => {
    const today = dayOf(spot, toLocalDate(now, spot.timezone));
    for (const range of [today, [now, now + 5 * dayMs], [now - 5 * dayMs, now]] as const)
      expect(await overview(spot, range)).toEqual(states(spot, now, range));
    const [stats, [from]] = [await hero(spot), today];
    const transient = beginIn(spot, today).filter(isOneOf(rentalGroups.transient));
    expect(stats.transient_rentals).toBe(transient.filter((one) => one.from <= now).length);
    const moments = [
      from,
      ...stays.map((one) => one.from).filter((one) => one > from && one <= now),
    ];
    expect(stats.peak).toBe(Math.max(...moments.map((one) => goingOn(spot, one).length)));
  });
});

test('the cars seen today agree with the driver log, and its days and statuses with the visits', async () => {
  await looking(25, async (spot, now) => {
    const today = toLocalDate(now, spot.timezone);
    const days = Array.from({ length: driverLogDaysBack + 1 }, (_, back) => addDays(today, -back));
    const seen = days.map((date) => {
      const [from, to] = dayOf(spot, date);
      return sights.filter((one) => one.spot === spot && one.first >= from && one.first < to);
    });
    expect(await Promise.all(days.map((date) => log(spot, date)))).toEqual(
      seen.map((ones) => ones.length),
    );
    expect((await hero(spot)).vehicles_seen).toBe(seen[0]?.length);
    const byStatus = await Promise.all(visitStatuses.map((one) => log(spot, today, one)));
    expect(byStatus).toEqual(
      visitStatuses.map((status) => seen[0]?.filter((one) => one.status === status).length),
    );
  });
});
