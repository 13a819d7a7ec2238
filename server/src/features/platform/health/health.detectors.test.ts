import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromIso, instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import { expect, test } from 'vitest';
import { noon, openWatchedLot } from '../../../testing/find-problems.ts';
import { affiliate, makePerson } from '../../../testing/people.factory.ts';
import { dataFolder } from '../../../testing/processes.ts';
import { healthDetectors } from './health.detectors.ts';

const lot = await openWatchedLot();
const { sql } = lot;

test('a backup that is late is sent where an Admin is a superuser', async () => {
  const folder = dataFolder();
  const write = (complete_until: string) => {
    const state = { timeline: 1, start: 0, position: 0, sha256: '', complete_until };
    mkdirSync(join(folder, 'wal', '0a1b2c3d'), { recursive: true });
    writeFileSync(join(folder, 'wal', '0a1b2c3d', 'archive.json'), JSON.stringify(state));
  };
  const detectors = healthDetectors({ backupDir: folder });
  write('2026-06-15T18:45:00Z');
  expect(await lot.find(detectors)).toEqual([]);
  await affiliate(sql, await makePerson(sql, { superuser: true }), lot.organization, 'ADMIN');
  expect(await lot.find(detectors)).toMatchObject([
    { kind: 'backup_late', since: fromIso('2026-06-15T18:45:00Z') },
  ]);
  write('2026-06-15T18:46:00Z');
  expect(await lot.find(detectors)).toEqual([]);
});

test('a folder without an archive, or that can’t be read, is late after as long', async () => {
  await affiliate(sql, await makePerson(sql, { superuser: true }), lot.organization, 'ADMIN');
  const folder = dataFolder();
  const empty = healthDetectors({ backupDir: folder });
  expect(await lot.find(empty)).toEqual([]);
  expect(await lot.find(empty, instant(noon + 14 * minuteMs))).toEqual([]);
  expect(await lot.find(empty, instant(noon + 15 * minuteMs))).toMatchObject([{ since: noon }]);
});
