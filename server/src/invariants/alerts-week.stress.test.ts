import { randomUUID } from 'node:crypto';
import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import {
  addDays,
  atLocalTime,
  instant,
  toIso,
  toLocalHour,
} from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import { expect, test } from 'vitest';
import { decideAlerts } from '../features/platform/alerts/decide-alerts.ts';
import { openDetectors } from '../features.ts';
import {
  historyDays,
  letRead,
  makeUsualCamera,
  putRevenue,
  putUsualRevenue,
  varied,
} from '../testing/alert-week.factory.ts';
import { makeAppeal } from '../testing/appeals.factory.ts';
import { makeEvent } from '../testing/events.factory.ts';
import { makeOrganization, makePerson } from '../testing/people.factory.ts';
import { record, rental } from '../testing/rentals.factory.ts';
import { sealAt } from '../testing/seals.factory.ts';
import { makeSpot } from '../testing/spots.factory.ts';
import { testApp } from '../testing/test-app.ts';

const zone = 'America/Phoenix';
/** Memorial Day. */
const monday = '2026-05-25' as LocalDate;
const day = (index: number) => addDays(monday, index);
const clockAt = (index: number, hour: number, minute = 0) =>
  atLocalTime(day(index), hour * 60 + minute, zone);
const stepMs = 30 * minuteMs;

const app = await testApp({ now: toIso(clockAt(0, 0)) });
const sql = app.database.system;

/** What happens at some time of the week. */
interface Happening {
  at: Instant;
  what: () => Promise<unknown>;
}

const deps = {
  sql,
  secretBox: app.secretBox,
  publicUrl: () => 'https://lots.example',
  publish: () => undefined,
};

/** Looks every half hour, and lists each alert with its beginning and end. */
async function watch(happenings: Happening[], step: (now: Instant) => Promise<void>) {
  const detectors = openDetectors({ backupDir: undefined });
  const waiting = happenings.toSorted((a, b) => a.at - b.at);
  for (let now = clockAt(0, 0); now <= clockAt(8, 12); now = instant(now + stepMs)) {
    while (waiting[0] && waiting[0].at <= now) await waiting.shift()?.what();
    await step(now);
    app.clock.set(toIso(now));
    if (toLocalHour(now, zone) === 1) await sealAt(sql, toIso(now));
    await decideAlerts(deps, detectors, now);
  }
  return sql<{ kind: string; subject: string; opened_at: Instant; ended_at: Instant | null }[]>`
    select kind, subject, opened_at, ended_at from alerts order by opened_at, pk`;
}

test('a week with ten problems and ten false friends has ten alerts, each with its end', async () => {
  const organization = await makeOrganization(sql);
  await sql`update organizations set created_at = ${clockAt(0, 0)}`;
  const spotAt = (name: string) => makeSpot(sql, { organization, name });
  const usual = await spotAt('Usual Garage');
  const closed = await spotAt('Closed Lot');
  const slow = await spotAt('Slow Lot');
  const low = await spotAt('Low Lot');
  const high = await spotAt('High Lot');
  const concert = await spotAt('Concert Lot');
  const fresh = await spotAt('New Lot');
  const spots = [usual, closed, slow, low, high, concert];
  for (const spot of spots) await putUsualRevenue(sql, spot, monday);

  // Revenue of the week, by day.
  const factors = new Map<unknown, number[]>([
    [usual, [0.2, 1, 1, 1, 1, 1, 1]],
    [closed, [0.2, 1, 1, 0, 1, 1, 1]],
    [slow, [0.3, 0.75, 1, 1, 1, 1, 1]],
    [low, [0.25, 1, 1, 1, 1, 0.5, 1]],
    [high, [0.2, 1, 1, 1, 3, 1, 1]],
    [concert, [0.2, 1, 1, 1, 1, 3, 1]],
  ]);
  const happenings: Happening[] = [];
  const at = (index: number, hour: number, what: () => Promise<unknown>, minute = 0) =>
    happenings.push({ at: clockAt(index, hour, minute), what });
  for (const [spot, days] of factors as Map<typeof usual, number[]>)
    for (let index = 0; index < 8; index++)
      at(index, 23, () =>
        putRevenue(sql, spot, [
          {
            day: day(index),
            amount: Math.round(varied(100_000, historyDays + index) * (days[index] ?? 1)),
            rentals: 100,
          },
        ]),
      );
  at(3, 23, () => putRevenue(sql, fresh, [{ day: day(3), amount: 5000, rentals: 5 }]));
  await makeEvent(sql, closed, {
    name: 'Paving',
    date: day(3),
    start_time: '00:00:00',
    end_time: '24:00:00',
    is_lot_closed: true,
  });
  await makeEvent(sql, concert, { name: 'Concert', date: day(5) });

  // Cameras: usual ones, and pauses when they read nothing.
  const camera = (spot: typeof usual, name: string, perHour: number, beatMs?: number) =>
    makeUsualCamera(sql, spot, {
      name,
      perHour,
      first: monday,
      timezone: zone,
      ...(beatMs === undefined ? {} : { beatMs }),
    });
  const dying = await camera(usual, 'North gate', 12);
  const beating = await camera(usual, 'South gate', 12, minuteMs);
  const shortPause = await camera(slow, 'Short pause', 12);
  const behindFence = await camera(closed, 'Closed with its lot', 12);
  const holiday = await camera(low, 'Few cars on a holiday', 12);
  const pauses: [typeof dying, Instant, Instant][] = [
    [dying, clockAt(1, 10), clockAt(1, 16)],
    // 15 reads take 75 minutes.
    [shortPause, clockAt(2, 13), clockAt(2, 14)],
    [behindFence, clockAt(3, 0), clockAt(4, 0)],
    [holiday, clockAt(0, 8), clockAt(0, 12)],
  ];
  const step = async (now: Instant) => {
    for (const one of [dying, beating, shortPause, behindFence, holiday]) {
      const isSilent = pauses.some(([who, from, to]) => who === one && now >= from && now < to);
      if (!isSilent) await letRead(sql, one, now, zone);
    }
    const beatStops = now >= clockAt(2, 2) && now < clockAt(2, 5);
    if (!beatStops) await sql`update cameras set last_beat_at = ${now} where pk = ${beating.pk}`;
  };

  // Money.
  const order = (of: object) => sql`
    insert into payout_orders ${sql.values({
      organization_id: organization.pk,
      external_id: randomUUID(),
      period: 'May 24',
      attempt: 1,
      amount: 500_000,
      statement_descriptor: 'x',
      processor: 'sandbox',
      account_ref: 'a',
      bank_ref: 'b',
      created_at: 0,
      ...of,
    })}`;
  at(0, 9, () =>
    order({
      state: 'failed',
      reason: 'No account.',
      created_at: clockAt(0, 8),
      settled_at: clockAt(0, 9),
    }),
  );
  at(3, 9, () =>
    order({
      state: 'paid',
      period: 'May 27',
      created_at: clockAt(3, 8),
      settled_at: clockAt(3, 9),
    }),
  );
  // One that is being sent for hours isn't a problem.
  at(4, 9, () => order({ state: 'sending', period: 'May 28', created_at: clockAt(4, 9) }));
  const [paid] = await record(sql, usual, [rental(usual, toIso(clockAt(0, 1)), 2000)]);
  const dispute = (ref: string, of: object) => sql`
    insert into disputes ${sql.values({
      organization_id: organization.pk,
      processor: 'sandbox',
      ref,
      rental_pk: paid?.pk ?? 0,
      charge_ref: 'c',
      amount: 2000,
      reason: 'fraudulent',
      ...of,
    })}`;
  at(2, 9, () => dispute('lost', { state: 'needs_response', opened_at: clockAt(2, 9) }));
  at(2, 9, () =>
    dispute('over', { state: 'won', opened_at: clockAt(2, 8), closed_at: clockAt(2, 9) }),
  );
  at(
    4,
    9,
    () => sql`update disputes set state = 'won', closed_at = ${clockAt(4, 9)} where ref = 'lost'`,
  );

  // Cars.
  const inside = (spot: typeof usual, count: number, from: Instant, to: Instant) =>
    record(
      sql,
      spot,
      Array.from({ length: count }, () => rental(spot, toIso(from), 0, { end_date: to })),
    );
  at(3, 17, () => inside(usual, 97, clockAt(3, 18), clockAt(3, 22)));
  at(3, 17, () => inside(slow, 95, clockAt(3, 18), clockAt(3, 22)));
  const unexplained = (spot: typeof usual, index: number, cars: number) => sql`
    insert into visit_days values
      (${spot.organization}, ${spot.pk}, ${day(index)}::date, 'unexplained', ${cars}, ${cars * 500})`;
  at(1, 20, () => unexplained(high, 1, 30));
  at(1, 20, () => unexplained(slow, 1, 20));
  let appeal = 0;
  at(2, 11, async () => {
    ({ pk: appeal } = await makeAppeal(app, low));
  });
  at(
    4,
    11,
    () => sql`
    update appeals set decision = 'waived', decided_at = ${clockAt(4, 11)} where pk = ${appeal}`,
  );

  // Files. The one that is done at once isn't a problem.
  const person = await makePerson(sql);
  const [code] = await sql<[{ pk: number }]>`
    insert into visitor_codes ${sql.values({
      organization_id: organization.pk,
      spot_pk: usual.pk,
      code: 'TENANTS',
      created_at: 0,
    })} returning pk`;
  const upload = (spot: typeof usual, state: 'failed' | 'done', when: Instant) => sql`
    insert into visitor_imports ${sql.values({
      organization_id: organization.pk,
      spot_pk: spot.pk,
      person_pk: person.pk,
      code_pk: code.pk,
      grant_kind: 'always',
      file_name: 'tenants.csv',
      encoding: 'utf-8',
      delimiter: ',',
      line_break: '\n',
      columns: ['plate'],
      text_bytes: 1,
      done_bytes: 1,
      done_lines: 1,
      state,
      beat_at: when,
      started_at: when,
      finished_at: when,
    })}`;
  at(3, 10, () => upload(usual, 'failed', clockAt(3, 10)));
  at(4, 10, () => upload(usual, 'done', clockAt(4, 10)));
  at(
    3,
    12,
    async () => {
      await upload(slow, 'failed', clockAt(3, 12));
      await upload(slow, 'done', clockAt(3, 12));
    },
    1,
  );

  const alerts = await watch(happenings, step);
  const listed = alerts.map(({ kind, subject, opened_at, ended_at }) => [
    kind,
    subject.replace(/\d+/, '#'),
    toIso(opened_at).slice(5, 16),
    ended_at && toIso(ended_at).slice(5, 16),
  ]);
  expect(listed).toEqual([
    // UTC, seven hours ahead of Phoenix.
    ['payout_failed', 'payouts', '05-25T16:00', '05-28T16:00'],
    ['camera_silent', 'camera #', '05-26T18:00', '05-26T23:00'],
    ['unexplained_cars', 'unexplained #', '05-27T03:00', '05-28T07:00'],
    ['camera_silent', 'camera #', '05-27T09:00', '05-27T12:00'],
    ['dispute_opened', 'dispute #', '05-27T16:00', '05-29T16:00'],
    ['violation_appealed', 'appeal #', '05-27T18:00', '05-29T18:00'],
    ['import_failed', 'visitor import #', '05-28T17:00', '05-29T17:00'],
    ['occupancy_high', 'occupancy #', '05-29T01:00', '05-29T05:00'],
    ['revenue_unusual', 'revenue high #', '05-30T13:00', '05-31T13:00'],
    ['revenue_unusual', 'revenue low #', '05-31T13:00', '06-01T13:00'],
  ]);
});
