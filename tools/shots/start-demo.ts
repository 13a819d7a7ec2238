import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { startDemo } from '../e2e/testing/start-server.ts';
import { describeFigures, startFigures } from './measure.ts';
import { serveComponents } from './serve-components.ts';
import { writeSheet } from './sheet.ts';

/** Wednesday afternoon at the demo's lots in Phoenix, in the middle of a month. */
const takenAt = fromIso('2026-06-17T21:10:00Z');

/** The path of a property without any activity, in a separate organization. */
async function makeEmptySpot(): Promise<string> {
  // Imported here, because it reads the demo's output when it's loaded.
  const { callAs } = await import('../e2e/testing/app.ts');
  const post = (path: string, body: object) => callAs<{ pk: number }>('superuser', path, body);
  const organization = await post('/api/organizations/', {
    name: 'Just Opened Parking',
    commission_percent: 10,
  });
  const spot = await post('/api/spots', {
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

/** Starts the demo with a clock that begins at `takenAt`; when stopped, writes the screenshots' sheet. */
export default async function startForShots(): Promise<() => Promise<void>> {
  // Every page is opened dozens of times within minutes.
  const stop = await startDemo({ RATE_PER_KEY: '0', DEMO_DAYS: '548' }, takenAt);
  process.env.SHOTS_EMPTY_SPOT = await makeEmptySpot();
  const components = await serveComponents();
  process.env.SHOTS_COMPONENTS = components.url;
  startFigures();
  return async () => {
    await Promise.all([stop(), components.stop()]);
    console.log(describeFigures());
    console.log(`The contact sheet is ${writeSheet()}`);
  };
}
