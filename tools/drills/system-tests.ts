import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../server/src/testing/processes.ts';
import type { Figure } from '../bench/table.ts';
import { judging } from '../bench/table.ts';
import type { Drill } from './drill.ts';

interface Counts {
  numPassedTests: number;
  numFailedTests: number;
}

const name = 'system tests';

async function run(): Promise<Figure[]> {
  const file = join(makeFolder(), 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { status } = spawnSync('vitest', ['run', '--project=system', ...reporters], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: 'inherit',
  });
  const counts = JSON.parse(readFileSync(file, 'utf8')) as Counts;
  const { zero } = judging(name);
  return [
    zero('failed', counts.numFailedTests, `${counts.numPassedTests} passed`),
    zero('exit code', status ?? 1),
  ];
}

export const systemTestDrills: Drill[] = [
  {
    name,
    description:
      'Every test that starts, stops or kills a program or a PostgreSQL: starts, commands, backups, workers, replicas.',
    run,
  },
];
