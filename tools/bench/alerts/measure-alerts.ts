import { fromIso, instant } from '@lotkeeper/contract/kernel/calendar';
import { decideAlerts } from '../../../server/src/features/platform/alerts/decide-alerts.ts';
import { openDetectors } from '../../../server/src/features.ts';
import { createSecretBox } from '../../../server/src/kernel/access/secrets.ts';
import { emptyDatabase } from '../ingest/prepare-database.ts';
import { computeMedian } from '../median.ts';
import type { Cluster } from '../place.ts';
import { connect } from '../place.ts';
import type { Figure } from '../table.ts';
import { judged } from '../table.ts';
import { cameraCount, fillProperties, letTimePass, propertyCount } from './many-properties.ts';

const database = 'bench_alerts';
/** Noon in Phoenix on a Monday. */
const noon = fromIso('2026-06-15T19:00:00Z');
const lookMs = 30_000;
/** Looks before the measured ones: after a start, what is known of cameras and days is read little by little. */
const warming = 12;
const measured = 20;

/** What deciding all alerts costs a minute, which has two looks, once a server has run for some minutes. */
export async function* measureAlerts(cluster: Cluster): AsyncGenerator<Figure> {
  await emptyDatabase(cluster, database);
  const owner = connect(cluster.url(database), 2);
  await fillProperties(owner, noon);
  const deps = {
    sql: owner,
    secretBox: createSecretBox('a secret key of a measured installation'),
    publicUrl: () => 'https://lots.example',
    publish: () => undefined,
  };
  const detectors = openDetectors({ backupDir: undefined });
  const times: number[] = [];
  for (let look = 0; look < warming + measured; look++) {
    const now = instant(noon + look * lookMs);
    await letTimePass(owner, now, look);
    const began = performance.now();
    await decideAlerts(deps, detectors, now);
    times.push(performance.now() - began);
  }
  await owner.end();
  const remark = `${propertyCount.toLocaleString('en-US')} properties with ${cameraCount.toLocaleString('en-US')} cameras`;
  const target = { most: 1000, unit: ' ms', digits: 0 };
  const perMinute = 2 * computeMedian(times.slice(warming));
  yield judged('deciding all alerts, per minute', perMinute, target, remark);
  const longest = Math.max(...times.slice(0, warming));
  yield judged('the longest look after a start', longest, { ...target, most: lookMs }, remark);
}
