import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { beforeEach } from 'vitest';
import type { Detector, Problem } from '../features/platform/alerts/problem.ts';
import type { Sql, SqlPool } from '../kernel/data/database.ts';
import { makeOrganization } from './people.factory.ts';
import type { TestSpot } from './spots.factory.ts';
import { makeSpot } from './spots.factory.ts';
import type { TestApp } from './test-app.ts';
import { testApp } from './test-app.ts';

/** Noon of June 15 in Phoenix, when detectors are tested. */
const noonText = '2026-06-15T19:00:00Z';
export const noon = fromIso(noonText);

/** What detectors find at a time in one organization. */
export async function findProblems(
  sql: Sql,
  detectors: readonly Detector[],
  { organization, now }: { organization: { pk: number }; now: Instant },
): Promise<Problem[]> {
  const found = await Promise.all(detectors.map((detector) => detector.findProblems(sql, now)));
  return found.flat().filter((problem) => problem.organization_id === organization.pk);
}

interface Lot {
  organization: { pk: number; uuid: string };
  spot: TestSpot;
}

interface WatchedLot extends Lot {
  app: TestApp;
  sql: SqlPool;
  find: (detectors: readonly Detector[], now?: Instant) => Promise<Problem[]>;
}

/** A property of an organization of its own for each test, and what detectors find there at a time, or at noon. */
export async function openWatchedLot(): Promise<WatchedLot> {
  const app = await testApp({ now: noonText });
  const sql = app.database.system;
  const makeLot = async (): Promise<Lot> => {
    const organization = await makeOrganization(sql);
    return { organization, spot: await makeSpot(sql, { organization }) };
  };
  const lot: WatchedLot = {
    ...(await makeLot()),
    app,
    sql,
    find: (detectors: readonly Detector[], now: Instant = noon) =>
      findProblems(sql, detectors, { organization: lot.organization, now }),
  };
  beforeEach(async () => {
    Object.assign(lot, await makeLot());
  });
  return lot;
}
