import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { systemClock } from '../kernel/clock.ts';
import { makeFolder } from './processes.ts';

/** A clock that is set by a program, for itself and for a server that it starts. */
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
    settings: { NODE_OPTIONS: `--import ${module}`, CLOCK_FILE: file },
    now: () => systemClock() + shift,
    set(to) {
      shift = to - systemClock();
      writeFileSync(`${file}.next`, String(shift));
      renameSync(`${file}.next`, file);
    },
  };
}
