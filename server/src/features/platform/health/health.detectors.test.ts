import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromIso, instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import { beforeEach, expect, test } from 'vitest';
import { findProblems } from '../../../testing/find-problems.ts';
import { affiliate, makeOrganization, makePerson } from '../../../testing/people.factory.ts';
import { dataFolder } from '../../../testing/processes.ts';
import { testApp } from '../../../testing/test-app.ts';
import type { Detector } from '../alerts/public.ts';
import { healthDetectors } from './health.detectors.ts';

const noon = fromIso('2026-06-15T19:00:00Z');

const app = await testApp({ now: '2026-06-15T19:00:00Z' });
const sql = app.database.system;

let organization: { pk: number; uuid: string };
beforeEach(async () => {
  organization = await makeOrganization(sql);
});

const find = (detectors: readonly Detector[], now = noon) =>
  findProblems(sql, detectors, { organization, now });

test('a backup that is late is sent where an Admin is a superuser', async () => {
  const folder = dataFolder();
  const write = (complete_until: string) => {
    const state = { timeline: 1, start: 0, position: 0, sha256: '', complete_until };
    mkdirSync(join(folder, 'wal', '0a1b2c3d'), { recursive: true });
    writeFileSync(join(folder, 'wal', '0a1b2c3d', 'archive.json'), JSON.stringify(state));
  };
  const detectors = healthDetectors({ backupDir: folder });
  write('2026-06-15T18:45:00Z');
  expect(await find(detectors)).toEqual([]);
  await affiliate(sql, await makePerson(sql, { superuser: true }), organization, 'ADMIN');
  expect(await find(detectors)).toMatchObject([
    { kind: 'backup_late', since: fromIso('2026-06-15T18:45:00Z') },
  ]);
  write('2026-06-15T18:46:00Z');
  expect(await find(detectors)).toEqual([]);
});

test('a folder without an archive, or that can’t be read, is late after as long', async () => {
  await affiliate(sql, await makePerson(sql, { superuser: true }), organization, 'ADMIN');
  const folder = dataFolder();
  const empty = healthDetectors({ backupDir: folder });
  expect(await find(empty)).toEqual([]);
  expect(await find(empty, instant(noon + 14 * minuteMs))).toEqual([]);
  expect(await find(empty, instant(noon + 15 * minuteMs))).toMatchObject([{ since: noon }]);
});
