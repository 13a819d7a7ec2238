import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { BatchAnswer } from '@lotkeeper/contract/kernel/batch';
import { instant, toIso } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';
import { systemClock } from '../../../server/src/kernel/clock.ts';
import { makePng } from '../../../server/src/testing/pictures.factory.ts';
import type { Sender } from '../ingest/senders.ts';
import { benchFolder } from '../place.ts';
import { reads } from '../reads/reads.ts';

const imageBytes = 80_000;

/** Sends a request and returns the parsed answer; throws unless it's a 200. */
export type Ask = (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  token: string,
  body?: object,
) => Promise<unknown>;

/** An organization with its API key, its Admin's session, and its properties. */
export interface Customer extends Sender {
  token: string;
  spots: readonly { pk: number; uuid: string; organization: number; timezone: string }[];
}

/** Makes one call as the customer of a turn; `prepared` is what `prepare` returned for it. */
export interface MeasuredCall {
  name: string;
  /** Milliseconds of processor time that a call may take. */
  mostMs?: number;
  mostStatements?: number;
  prepare?: (ask: Ask, customer: Customer, turn: number) => Promise<unknown>;
  send: (ask: Ask, customer: Customer, turn: number, prepared: unknown) => Promise<unknown>;
}

const makeName = () => ({ source: 'cost', external_id: randomUUID() });
const pickSpot = ({ spots }: Customer, turn: number) => {
  const spot = spots[turn % spots.length];
  if (!spot) throw new Error('A customer has no property.');
  return spot;
};
const drawPlate = () => `C${randomBytes(3).toString('hex').toUpperCase()}`;

async function ingest(ask: Ask, { key }: Customer, path: string, items: readonly object[]) {
  const answer = (await ask('POST', `/api/ingest/${path}/`, key, { items })) as BatchAnswer;
  if (answer.recorded !== items.length) throw new Error(JSON.stringify(answer.results));
  return answer;
}

const buildRead = (customer: Customer, turn: number, image: string | null = null) => ({
  ...makeName(),
  spot: pickSpot(customer, turn).pk,
  camera: 'Entrance',
  captured_at: toIso(systemClock()),
  plate: drawPlate(),
  state: 'IL',
  country: 'US',
  confidence: 0.93,
  direction: 'Entrance',
  image,
});

/** Each camera was known before the read that is measured, as nearly always. */
const sendRead = (ask: Ask, customer: Customer, turn: number) =>
  ingest(ask, customer, 'reads', [buildRead(customer, turn)]);

/** A unique image, since identical ones are stored once. */
function makeImage(): string {
  const image = makePng(800, 600, imageBytes);
  randomBytes(imageBytes).copy(image, image.length - imageBytes);
  return image.toString('base64');
}

const sendImage = async (ask: Ask, customer: Customer, turn: number) => {
  const answer = await ingest(ask, customer, 'images', [
    {
      ...makeName(),
      spot: pickSpot(customer, turn).pk,
      kind: 'overview',
      taken_at: toIso(systemClock()),
      orientation: 'Entrance',
      data: makeImage(),
    },
  ]);
  return answer.results[0]?.uuid ?? null;
};

const buildRental = (customer: Customer, turn: number) => {
  const now = systemClock();
  return {
    ...makeName(),
    spot: pickSpot(customer, turn).pk,
    rental_type: 'hourly',
    start_date: toIso(now),
    end_date: toIso(instant(now + hourMs)),
    car: { plate: drawPlate(), state: 'IL', country: 'US' },
    charges: [{ external_id: randomUUID(), occurred_at: toIso(now), ...money }],
  };
};
const money = { amount: 1200, tax: 96, processing_fee: 65 };

/** What the page Detail of a property reads. */
const detailReads = reads.filter(({ name }) =>
  [
    'spots/{id}',
    'slots/overview, today',
    'slots/overview, month',
    'slots/overview, year',
    'reports/spots',
    'multiday_pricing_history',
    'reports/reviews',
    'tickets/open',
    'revenue/mom',
  ].includes(name),
);

/** A number that no earlier run texted. */
const firstNumber = randomInt(2_000_000, 9_000_000);

/** Waits for the text to a phone, which has the code of its valet session. */
async function waitForCode(phone: string): Promise<string> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const file = join(benchFolder(), 'app', 'outbox.jsonl');
    const outbox = await readFile(file, 'utf8').catch(() => '');
    const line = outbox.split('\n').findLast((text) => text.includes(phone));
    const code = / is (\w{6})\./.exec(line ?? '')?.[1];
    if (code) return code;
    await pause(100);
  }
  throw new Error(`No code was texted to ${phone}.`);
}

/** The calls whose cost is measured, one by one. */
export const measuredCalls: readonly MeasuredCall[] = [
  {
    name: 'a camera read',
    mostMs: 3,
    prepare: sendRead,
    send: sendRead,
  },
  {
    name: 'a camera read with an image of 80 kB',
    mostMs: 7,
    prepare: sendRead,
    send: async (ask, customer, turn) => {
      const image = await sendImage(ask, customer, turn);
      return ingest(ask, customer, 'reads', [buildRead(customer, turn, image)]);
    },
  },
  {
    name: 'a rental with its charge',
    mostMs: 4,
    mostStatements: 10,
    send: (ask, customer, turn) => ingest(ask, customer, 'rentals', [buildRental(customer, turn)]),
  },
  {
    name: 'a batch of 100 rentals with their charges',
    send: (ask, customer, turn) =>
      ingest(
        ask,
        customer,
        'rentals',
        Array.from({ length: 100 }, (_, index) => buildRental(customer, turn + index)),
      ),
  },
  {
    name: 'a batch of 100 camera reads',
    send: (ask, customer, turn) =>
      ingest(
        ask,
        customer,
        'reads',
        Array.from({ length: 100 }, (_, index) => buildRead(customer, turn + index)),
      ),
  },
  {
    name: 'a payment',
    prepare: async (ask, customer, turn) => {
      const rental = buildRental(customer, turn);
      await ingest(ask, customer, 'rentals', [rental]);
      return rental;
    },
    send: (ask, customer, _turn, rental) => {
      const { source, external_id } = rental as ReturnType<typeof buildRental>;
      const paid = { kind: 'charge', occurred_at: toIso(systemClock()), ...money };
      return ingest(ask, customer, 'payments', [
        { ...makeName(), ...paid, rental: { source, external_id } },
      ]);
    },
  },
  {
    name: 'a visitor by API',
    prepare: (ask, customer, turn) =>
      ask('POST', '/api/codes/', customer.token, {
        spot: pickSpot(customer, turn).pk,
        custom: true,
        code: `GUEST${turn}`,
        name: 'Guests',
        hours_valid: 4,
      }),
    send: (ask, customer, turn, code) =>
      ask('POST', '/api/visitors/', customer.token, {
        spot: pickSpot(customer, turn).pk,
        validation_source: 'dashboard',
        codes: [(code as { pk: number }).pk],
        plate: drawPlate(),
        state: 'IL',
        country: 'US',
      }),
  },
  {
    name: 'a page of Detail',
    send: (ask, customer, turn) => {
      const now = systemClock();
      const spot = pickSpot(customer, turn);
      return Promise.all(
        detailReads.map((read) => ask('GET', read.path(spot, now), customer.token)),
      );
    },
  },
  {
    name: 'a valet check-in',
    prepare: async (ask, customer, turn) => {
      const phone = `312${firstNumber + turn}`;
      const session = (await ask('POST', '/api/valet/valet-sessions/', customer.token, {
        spot: pickSpot(customer, turn).pk,
        phone,
        phone_country_code: '+1',
        request: randomUUID(),
      })) as { uuid: string };
      const query = `spot=${pickSpot(customer, turn).pk}`;
      const code = await waitForCode(phone);
      await ask('GET', `/api/valet/valet-sessions/code/${code}/?${query}`, customer.token);
      return session.uuid;
    },
    send: (ask, { token }, _turn, uuid) =>
      ask('PUT', `/api/valet/valet-sessions/${String(uuid)}/check_in/`, token, {
        plate: drawPlate(),
        state: 'IL',
        country: 'US',
      }),
  },
];
