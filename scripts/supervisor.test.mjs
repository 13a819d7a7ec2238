import { describe, expect, it } from 'vitest';
import { startExitCodes } from '../server/src/kernel/start-error.ts';
import { exitRefused, exitRefusedForNow, makeSchedule } from './supervisor.mjs';

describe('the pauses', () => {
  const crash = (at, uptime = 0) => ({ at, uptime });

  it('pauses grow from half a second, and are longest after the fifth exit within a minute', () => {
    const schedule = makeSchedule();
    const ends = [1000, 2000, 4000, 7000, 12_000, 43_000].map((at) => schedule(crash(at)));
    expect(ends.map(({ pause }) => pause)).toEqual([500, 1000, 2000, 4000, 10_000, 10_000]);
    expect(ends.map(({ isFifth }) => isFifth)).toEqual([false, false, false, false, true, false]);
  });

  it('pauses grow to ten seconds when exits are rare', () => {
    const schedule = makeSchedule();
    const pauses = Array.from({ length: 8 }, (_, index) => schedule(crash(index * 50_000)).pause);
    expect(pauses).toEqual([500, 1000, 2000, 4000, 8000, 10_000, 10_000, 10_000]);
  });

  it('pauses start over once a server stayed up for a minute', () => {
    const schedule = makeSchedule();
    for (const at of [0, 1000, 3000, 7000, 15_000]) schedule(crash(at));
    expect(schedule(crash(110_000, 60_000))).toEqual({ pause: 500, isFifth: false });
  });
});

it('the supervisor and the server agree on the exit codes of a refused start', () => {
  expect(startExitCodes).toEqual({ lasting: exitRefused, passing: exitRefusedForNow });
});
