import { recordImages } from '../records/cars/images.ts';
import { recordNotes } from '../records/cars/timeline-notes.ts';
import { recordPricePoints } from '../records/operations/price-points.ts';
import { recordVisitors } from '../records/operations/visitors.ts';
import { tenantRentals } from './bulk-rentals.ts';
import { daysAhead } from './days.ts';
import { buildPricePoints } from './dynamic-price.ts';
import type { LongRental } from './monthlies.ts';
import { buildMonthlyRentals } from './monthlies.ts';
import { buildNotes } from './notes.ts';
import { payOut } from './payouts.ts';
import { insertPromoCodes } from './promo-codes.ts';
import { rentalOfStay } from './rentals.ts';
import { reviewOfStay } from './reviews.ts';
import { insertRatesAndEvents } from './setup.ts';
import { openTraffic } from './stays.ts';
import { openValetStand } from './valet.ts';
import { insertVisitorImport } from './visitor-imports.ts';
import { buildVisitors, insertVisitorCodes } from './visitor-passes.ts';
import { commuterDays, openStrangers, visitOfCommuter, visitOfStay } from './visits.ts';
import type { LotInWorld, World } from './world.ts';
import type { Batch, Tools } from './writer.ts';
import { recording, together, Writer } from './writer.ts';

const batchSize = 1500;

/** Writes one operator's whole history. Every other lot is written through a second pair of connections. */
export async function writeHistory(
  tools: Tools,
  world: World,
  onMonth: (month: string) => void,
): Promise<void> {
  if (world.lots.length === 0) return;
  const halves = [0, 1].map((half) => world.lots.filter((_, index) => index % 2 === half));
  await together(tools.stop, [
    ...halves.map((lots, half) =>
      writeTraffic(tools, { ...world, lots }, half === 0 ? onMonth : () => undefined),
    ),
    writeSurroundings(tools, world),
  ]);
  await payOut(tools.database, world);
}

/** Writes cars and their money, oldest day first. */
async function writeTraffic(
  tools: Tools,
  world: World,
  onMonth: (month: string) => void,
): Promise<void> {
  const writer = new Writer(world, tools);
  const long: LongRental[] = [];
  for (const at of world.lots) {
    await insertRatesAndEvents(tools.database, world, at);
    await insertPromoCodes(tools.database, world, at);
    long.push(
      ...buildMonthlyRentals(world, at),
      ...(await tenantRentals(tools.database, world, at)),
    );
  }
  for (let from = 0; from < long.length; from += 400) {
    await writer.writeLasting(long.slice(from, from + 400).map(({ rental }) => rental));
  }
  try {
    for (const batch of generateBatches(world, long, onMonth)) await writer.write(batch);
  } finally {
    await writer.finish();
  }
}

function* generateBatches(
  world: World,
  long: readonly LongRental[],
  onMonth: (month: string) => void,
): Generator<Batch> {
  const lots = world.lots.map((at) => openLotDays(world, at, long));
  let batch: Batch = { rentals: [], visits: [], reviews: [] };
  for (let index = 0; index <= world.days + daysAhead; index += 1) {
    const day = world.lots[0]?.days[index];
    if (day?.date.endsWith('-01') && day.ago <= 0) onMonth(day.date.slice(0, 7));
    for (const addDay of lots) addDay(index, batch);
    if (batch.rentals.length < batchSize) continue;
    yield batch;
    batch = { rentals: [], visits: [], reviews: [] };
  }
  yield batch;
}

/** Opens one lot: returns a function that adds what happens there on each day, in the order of days. */
function openLotDays(world: World, at: LotInWorld, long: readonly LongRental[]) {
  const listStays = openTraffic(world, at);
  const listStrangers = openStrangers(world, at);
  const commuters = long.filter((rental) => rental.at === at);
  return (index: number, batch: Batch): void => {
    const day = at.days[index];
    if (!day) return;
    for (const stay of listStays(day)) {
      batch.rentals.push(rentalOfStay(world, stay));
      batch.visits.push(...visitOfStay(world, stay));
      batch.reviews.push(...reviewOfStay(world, stay));
    }
    batch.visits.push(...listStrangers(day));
    if (day.ago <= -commuterDays(world.days) || day.ago > 0) return;
    for (const rental of commuters) batch.visits.push(...visitOfCommuter(world, day, rental));
  };
}

/** Writes everything but traffic: prices, validation codes and visitors, notes, and the valet stand. */
async function writeSurroundings(tools: Tools, world: World): Promise<void> {
  for (const at of world.lots) {
    tools.stop.signal.throwIfAborted();
    await writeSurroundingsOf(tools, world, at);
  }
  await openValetStand(tools, world);
}

async function writeSurroundingsOf(
  { database, pictures }: Tools,
  world: World,
  at: LotInWorld,
): Promise<void> {
  const { notes, images } = await buildNotes(world, at, pictures);
  const points = buildPricePoints(world, at);
  await recording(database, world, async (recorder) => {
    if (images.length > 0) await recordImages(recorder, images);
    await recordNotes(recorder, notes);
    if (points.length > 0) await recordPricePoints(recorder, points);
    const codes = await insertVisitorCodes(recorder, world, at);
    await recordVisitors(recorder, buildVisitors(world, at, codes));
    if (at.lot.per_day === 0) await insertVisitorImport(recorder, world, at, codes);
  });
}
