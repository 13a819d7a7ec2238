import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { startDemo } from '../e2e/support/start-server.ts';
import { systemClock } from '../server/src/kernel/clock.ts';
import { writeSheet } from './sheet.ts';

/** Wednesday afternoon at the demo's lots in Phoenix, in the middle of a month. */
const takenAt = fromIso('2026-06-17T21:10:00Z');

async function post<T>(path: string, body: object): Promise<T> {
  const { address, tokenOf } = await import('../e2e/support/app.ts');
  const response = await fetch(`${address}${path}`, {
    method: 'POST',
    headers: { authorization: `Token ${tokenOf('superuser')}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
  return (await response.json()) as T;
}

/** The path of a property where nothing has happened yet, in an organization of its own. */
async function makeEmptySpot(): Promise<string> {
  const organization = await post<{ pk: number }>('/api/organizations/', {
    name: 'Just Opened Parking',
    commission_percent: 10,
  });
  const spot = await post<{ pk: number }>('/api/spots', {
    organization: organization.pk,
    name: 'First Lot',
    address_line1: '1 Main Street',
    city: 'Mesa',
    state: 'AZ',
    timezone: 'America/Phoenix',
    classification: 'Surface Lot',
    quantity: 40,
    price_hourly: 250,
  });
  return `/organization/${organization.pk}/spots/${spot.pk}`;
}

/** Starts the demo with a clock that begins at `takenAt`; afterwards the pictures become a sheet. */
export default async function startForShots(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'lotkeeper-shots-'));
  const clock = join(folder, 'clock');
  const shift = String(takenAt - systemClock());
  writeFileSync(clock, shift);
  process.env.SHOTS_CLOCK_SHIFT = shift;
  const module = pathToFileURL(join(import.meta.dirname, '../drills/shifted-clock.mjs')).href;
  const stop = await startDemo({
    NODE_OPTIONS: `--import ${module}`,
    DRILL_CLOCK_FILE: clock,
    // Every page is opened dozens of times within minutes.
    RATE_PER_KEY: '0',
    DEMO_DAYS: '548',
  });
  process.env.SHOTS_EMPTY_SPOT = await makeEmptySpot();
  return async () => {
    await stop();
    rmSync(folder, { recursive: true });
    console.log(`The contact sheet is ${writeSheet()}`);
  };
}
