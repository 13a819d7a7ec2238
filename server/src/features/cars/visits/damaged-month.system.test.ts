import type { CameraFormat } from '@lotkeeper/contract/cars/cameras';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { fromIso, instant, toIso } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, hourMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import { composers } from '@lotkeeper/simulator/cameras/messages';
import type { Driver } from '@lotkeeper/simulator/world/drivers';
import { makeDriver } from '@lotkeeper/simulator/world/drivers';
import { Random } from '@lotkeeper/simulator/world/random';
import { expect, test } from 'vitest';
import { makeCameraFeed } from '../../../testing/cameras.factory.ts';
import type { SentMessage } from '../../../testing/damaged-messages.ts';
import { damageMessage, drawnDamages, messageDamages } from '../../../testing/damaged-messages.ts';
import { record, rental } from '../../../testing/rentals.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import { settling } from '../../../testing/visits.factory.ts';

const seed = 38;
const start = fromIso('2026-06-01T07:00:00Z');
const days = 30;
const carsADay = 20;
const damagedShare = 0.05;
const formats = Object.keys(composers) as CameraFormat[];

/** One actual stay, which both properties see. */
interface Stay {
  key: string;
  driver: Driver;
  entrance: Instant;
  exit: Instant;
  /** It's covered by a rental made at the entrance, or the driver is known from an earlier one, or is unknown. */
  pays: 'by rental' | 'known' | 'nobody';
}

function listStays(): Stay[] {
  return Array.from({ length: days * carsADay }, (_, number) => {
    const random = new Random(seed, 'stay', number);
    const day = Math.floor(number / carsADay);
    const entrance = instant(start + day * dayMs + random.int(0, 24 * 60) * minuteMs);
    const isShort = random.chance(0.3);
    const exit = instant(entrance + (isShort ? random.int(2, 12) : random.int(20, 600)) * minuteMs);
    const key = `${number}`;
    const pays = random.pick(['by rental', 'by rental', 'known', 'nobody'] as const);
    return { key, driver: makeDriver(seed, key, 'AZ', '602'), entrance, exit, pays };
  });
}

interface Passing {
  at: Instant;
  stay: Stay;
  direction: 'Entrance' | 'Exit';
}

const listPassings = (stays: readonly Stay[]): Passing[] =>
  stays
    .flatMap((stay) => [
      { at: stay.entrance, stay, direction: 'Entrance' as const },
      { at: stay.exit, stay, direction: 'Exit' as const },
    ])
    .sort((a, b) => a.at - b.at);

/** The messages for a passing car, as the sender of a format makes them. */
async function composeMessages(
  { at, stay, direction }: Passing,
  format: CameraFormat,
): Promise<SentMessage[]> {
  const event = `${stay.key}-${direction}`;
  const reading = {
    direction,
    driver: stay.driver,
    plate: stay.driver.plate,
    state: stay.driver.state,
    confidence: 0.93,
    captured_at: at,
    event,
  };
  const camera = direction === 'Entrance' ? 'Gate in' : 'Gate out';
  const taken = { camera, at, overview: null, plate: null, signingSecret: null };
  const messages = composers[format]?.(reading, taken) ?? [];
  return Promise.all(
    messages.map(async ({ body, headers }) => {
      const sent = new Response(body, { headers });
      const bytes = Buffer.from(await sent.arrayBuffer());
      return { type: sent.headers.get('content-type') ?? '', body: bytes };
    }),
  );
}

/** Whole envelopes keep their type and are damaged only at a random position. */
function damage(message: SentMessage, key: string): SentMessage {
  const random = new Random(seed, 'damage', key);
  const isText = /json|xml/.test(message.type);
  const kind = random.pick(isText ? Object.keys(messageDamages) : drawnDamages);
  const damaged = damageMessage(message.body.toString(isText ? 'utf8' : 'latin1'), kind, key);
  return isText ? damaged : { type: message.type, body: damaged.body };
}

test('a month with a twentieth of the camera messages damaged charges nobody whom the intact month would not', async () => {
  const at = await testApp({ now: toIso(start) });
  const sql = at.database.system;
  const { settle } = settling(at.database, at.clock);
  const stays = listStays();

  const open = async () => {
    const spot = await makeSpot(sql);
    const feeds = new Map<string, string>();
    for (const format of formats) {
      for (const direction of ['Entrance', 'Exit'] as const) {
        const { key } = await makeCameraFeed(sql, { pk: spot.organization }, format, {
          spot,
          direction,
        });
        feeds.set(`${format} ${direction}`, `/api/ingest/cameras/${format}/${key}`);
      }
    }
    const rentals = stays.flatMap(({ driver, entrance, exit, pays }) => {
      const { plate, state, country } = driver;
      const car = { plate, state, country };
      if (pays === 'nobody') return [];
      if (pays === 'by rental')
        return [rental(spot, toIso(entrance), 500, { end_date: exit, car })];
      return [
        rental(spot, '2026-05-01T19:00:00Z', 500, { car, renter: { email: 'robin@example.com' } }),
      ];
    });
    await record(sql, spot, rentals);
    return { spot, feeds };
  };
  const whole = await open();
  const damaged = await open();

  const send = async (url: string | undefined, { type, body }: SentMessage) => {
    const headers = { 'content-type': type };
    const answer = await at.app.inject({ method: 'POST', url: url ?? '', payload: body, headers });
    expect(answer.statusCode).toBeLessThan(300);
  };
  let count = 0;
  const passings = listPassings(stays);
  for (const [number, passing] of passings.entries()) {
    at.clock.set(toIso(instant(passing.at + 2000)));
    const format = new Random(seed, 'format', number).pick(formats);
    const place = `${format} ${passing.direction}`;
    for (const [turn, message] of (await composeMessages(passing, format)).entries()) {
      await send(whole.feeds.get(place), message);
      const key = `${number} ${turn}`;
      const isDamaged = new Random(seed, 'chance', key).chance(damagedShare);
      if (isDamaged) count++;
      await send(damaged.feeds.get(place), isDamaged ? damage(message, key) : message);
    }
    if (number % 5 === 0) for (const { spot } of [whole, damaged]) await settle(spot);
  }
  for (const hours of [1, 24, 49]) {
    at.clock.set(toIso(instant(start + days * dayMs + hours * hourMs)));
    for (const { spot } of [whole, damaged]) await settle(spot);
  }

  const taken = async ({ pk }: TestSpot) => {
    const rows = await sql<{ plate: string; amount: number }[]>`
      select c.plate_key as plate, sum(l.gross - l.refund)::bigint as amount
      from ledger_entries l join rentals r on r.pk = l.rental_pk and r.organization_id = l.organization_id
        join cars c on c.pk = r.car_pk and c.organization_id = r.organization_id
      where l.spot_pk = ${pk} and l.source = 'enforcement' group by 1
      union all
      select v.plate_key, n.amount from violations n
      join visits v on v.organization_id = n.organization_id and v.pk = n.visit_pk
      where n.spot_pk = ${pk} and n.status <> 'Waived'`;
    return Map.groupBy(rows, ({ plate }) => plate);
  };
  const sum = (rows: readonly { amount: number }[] = []) =>
    rows.reduce((total, { amount }) => total + amount, 0);
  const [right, found] = [await taken(whole.spot), await taken(damaged.spot)];
  const wrong = [...found]
    .filter(([plate, rows]) => sum(rows) > sum(right.get(plate)))
    .map(([plate, rows]) => [plate, sum(rows), sum(right.get(plate))]);
  const total = (rows: typeof right) => sum([...rows.values()].flat());
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(50);
  expect(total(right)).toBeGreaterThan(100_000);
  // A doubt costs little.
  expect(total(found)).toBeGreaterThan(0.9 * total(right));
}, 600_000);
