import { expect, test } from 'vitest';
import { noon, openWatchedLot } from '../../../testing/find-problems.ts';
import { makeHistoryImport } from '../../../testing/history.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { makeVisitorCode, makeVisitorImport } from '../../../testing/visitors.factory.ts';
import { historyFiles } from '../history/history-kind.ts';
import { visitorFiles } from '../visitors-csv/visitor-files.ts';
import { detectFailedImports } from './import-detector.ts';

const lot = await openWatchedLot();
const { sql } = lot;

const detectors = [detectFailedImports([historyFiles, visitorFiles])];

test('a failed import of visitors is a problem until one of its property works, not of another', async () => {
  const upload = async (at: TestSpot) => {
    const { pk } = await makeVisitorImport(sql, at, await makeVisitorCode(sql, at));
    return pk;
  };
  const failed = await upload(lot.spot);
  await sql`update visitor_imports set state = 'failed', finished_at = ${noon} where pk = ${failed}`;
  await upload(await makeSpot(sql, { organization: lot.organization }));
  expect(await lot.find(detectors)).toMatchObject([
    { kind: 'import_failed', spot_pk: lot.spot.pk },
  ]);
  await upload(lot.spot);
  expect(await lot.find(detectors)).toEqual([]);
});

test('a failed import of history is a problem of the organization until a later one works', async () => {
  const failed = await makeHistoryImport(sql, lot.organization);
  await sql`update history_imports set state = 'failed', finished_at = ${noon} where pk = ${failed}`;
  expect(await lot.find(detectors)).toMatchObject([
    { kind: 'import_failed', spot_pk: null, subject: `history import ${failed}` },
  ]);
  await makeHistoryImport(sql, lot.organization);
  expect(await lot.find(detectors)).toEqual([]);
});
