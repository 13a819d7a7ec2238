import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { judged } from '../bench/table.ts';
import type { Drill, DrillResult } from './drill.ts';

interface Counts {
  numPassedTests: number;
  numFailedTests: number;
}

async function runSystemTests(): Promise<DrillResult> {
  const folder = mkdtempSync(join(tmpdir(), 'lotkeeper-drill-'));
  const file = join(folder, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { status } = spawnSync('vitest', ['run', '--project=system', ...reporters], {
    cwd: join(import.meta.dirname, '..'),
    stdio: 'inherit',
  });
  const counts = JSON.parse(readFileSync(file, 'utf8')) as Counts;
  rmSync(folder, { recursive: true });
  const zero = { most: 0, digits: 0 };
  const note = `${counts.numPassedTests} passed`;
  return [
    judged('system tests: failed', counts.numFailedTests, zero, note),
    judged('system tests: exit code', status ?? 1, zero),
  ];
}

export const systemTestDrills: Drill[] = [
  {
    name: 'system tests',
    description:
      'Every test that starts, stops or kills a program or a PostgreSQL: starts, commands, backups, workers, replicas.',
    run: runSystemTests,
  },
];
