// npm run simulate: drivers, cameras and aggregators, using only the public API.
import { openCameras } from './cameras/camera.ts';
import { Client } from './client.ts';
import { simulatedClock } from './clock.ts';
import type { Connection } from './connection.ts';
import { readConnection } from './connection.ts';
import type { Lot } from './lots.ts';
import { toLot } from './lots.ts';
import type { Options } from './options.ts';
import { readOptions, usage } from './options.ts';
import { playDay } from './player.ts';
import { Report } from './report.ts';

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Fetches each organization's properties from the app, with the organization's key. */
async function openLots(connection: Connection, report: Report, signal: AbortSignal) {
  const clients = new Map<Lot, Client>();
  for (const { api_key, feeds } of connection.organizations) {
    const client = new Client(connection.url, api_key, report, signal);
    for (const spot of await client.spots()) clients.set(toLot(spot, feeds), client);
  }
  return clients;
}

/** Lots with cameras first, then by name. */
const byInterest = (a: Lot, b: Lot) =>
  Number(b.entrance !== null) - Number(a.entrance !== null) ||
  a.spot.name.localeCompare(b.spot.name);

async function simulate(options: Options, signal: AbortSignal): Promise<Report> {
  const report = new Report();
  const clients = await openLots(await readConnection(options.connection), report, signal);
  const lots = [...clients.keys()].toSorted(byInterest).slice(0, options.lots ?? undefined);
  const clock = simulatedClock(options);
  const pictures = options.speed > 2 ? 0.05 : 1;
  say(`${lots.length} lots at speed ${options.speed}, seed ${options.seed}.`);
  const timer = setInterval(() => say(report.text()), options.report * 1000);
  await playDay({
    play: { seed: options.seed, lots, rates: options.rates },
    cameras: openCameras(options.seed, pictures),
    clientOf: (lot) => clients.get(lot) as Client,
    now: clock.now,
    until: clock.until,
    signal,
  });
  clearInterval(timer);
  return report;
}

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
process.once('disconnect', () => stop.abort());

async function main(args: readonly string[]): Promise<void> {
  if (args.includes('--help')) return say(usage);
  const options = readOptions(args, process.env.DATA_DIR);
  const report = await simulate(options, stop.signal);
  say(`What was sent, and the responses:\n${report.text()}`);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
if (process.connected) process.disconnect();
