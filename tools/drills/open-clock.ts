import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { systemClock } from '../../server/src/kernel/clock.ts';
import { makeFolder } from '../../server/src/testing/processes.ts';

/** A clock that the drill sets, for itself and for a server. */
export interface ShiftedClock {
  settings: Record<string, string>;
  now: () => number;
  set(to: number): void;
}

export function openClock(): ShiftedClock {
  const file = join(makeFolder(), 'clock');
  const module = pathToFileURL(join(import.meta.dirname, 'shifted-clock.mjs')).href;
  let shift = 0;
  return {
    settings: { NODE_OPTIONS: `--import ${module}`, DRILL_CLOCK_FILE: file, RATE_PER_KEY: '0' },
    now: () => systemClock() + shift,
    set(to) {
      shift = to - systemClock();
      writeFileSync(`${file}.next`, String(shift));
      renameSync(`${file}.next`, file);
    },
  };
}
