import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, hourMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import { Random } from '../world/random.ts';

/**
 * Characters that look alike to cameras. Genetec's list of equivalent characters (0ODQ, 1I, 2Z, 5S, 6G, 8B), with L, and
 * with the pairs that British drivers are advised to look for (VY) or that OCR correction lists name (MN, UV).
 */
const alikeGroups = ['0ODQ', '1IL', '2Z', '5S', '6G', '8B', 'MN', 'UV', 'VY'];
const alike = new Map<string, string[]>();
for (const group of alikeGroups) {
  for (const sign of group) {
    const others = group.split('').filter((other) => other !== sign);
    alike.set(sign, [...(alike.get(sign) ?? []), ...others]);
  }
}
const plateCharacters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const plateStates = 'AZ CA NV NM UT CO TX SO NY IL'.split(' ');

/** How often cameras fail. */
export interface ErrorRates {
  /** Shares of the reads with one character replaced by a look-alike, by any other, or with an end cut off. */
  lookAlike: number;
  otherCharacter: number;
  cutOff: number;
  /** Shares of the passing cars that aren't read, or that are read twice. */
  missed: number;
  doubled: number;
  /** Shares of the reads without a state, or with another one. */
  noState: number;
  wrongState: number;
  /** Share of the reads that arrive minutes later; one in ten of these arrives hours later. */
  late: number;
  /** Share of the misread plates that are reported with the confidence of a correct one. */
  confident: number;
  /** How often a month a camera reads nothing for 1 to 6 hours. */
  outages: number;
  /** How often a month a camera's clock is off by 2 to 30 minutes, for up to a day. */
  wrongClocks: number;
  /** Seconds a day that a clock gains or loses, until it's set right each week. */
  drift: number;
}

export const noErrors: ErrorRates = {
  lookAlike: 0,
  otherCharacter: 0,
  cutOff: 0,
  missed: 0,
  doubled: 0,
  noState: 0,
  wrongState: 0,
  late: 0,
  confident: 0,
  outages: 0,
  wrongClocks: 0,
  drift: 0,
};

/** The demo's cameras. */
export const usualErrors: ErrorRates = {
  ...noErrors,
  lookAlike: 0.03,
  missed: 0.01,
  doubled: 0.02,
  late: 0.02,
};

/** The error rates of cameras that misread this share of the plates; all others are in proportion. */
export const scaleErrors = (misread: number): ErrorRates => ({
  lookAlike: 0.6 * misread,
  otherCharacter: 0.2 * misread,
  cutOff: 0.2 * misread,
  missed: 0.5 * misread,
  doubled: misread,
  noState: 5 * misread,
  wrongState: 0.5 * misread,
  late: misread,
  confident: 0.2,
  outages: 50 * misread,
  wrongClocks: 50 * misread,
  drift: 100 * misread,
});

/** Levels of errors by name: 0.5, 2 and 5 % of the plates are misread. */
export const errorLevels = {
  none: noErrors,
  few: scaleErrors(0.005),
  some: scaleErrors(0.02),
  many: scaleErrors(0.05),
} as const;
export type ErrorLevel = keyof typeof errorLevels;

const replaceAt = (plate: string, index: number, sign: string) =>
  plate.slice(0, index) + sign + plate.slice(index + 1);

/** Replaces one character of a plate with a look-alike; unchanged if it has none. */
export function misread(random: Random, plate: string): string {
  const indices = plate.split('').flatMap((sign, index) => (alike.has(sign) ? [index] : []));
  if (indices.length === 0) return plate;
  const target = random.pick(indices);
  return replaceAt(plate, target, random.pick(alike.get(plate.charAt(target)) ?? []));
}

function replaceAny(random: Random, plate: string): string {
  const target = random.int(0, plate.length - 1);
  const excluded = [plate.charAt(target), ...(alike.get(plate.charAt(target)) ?? [])];
  const others = plateCharacters.split('').filter((sign) => !excluded.includes(sign));
  return replaceAt(plate, target, random.pick(others));
}

const cutOff = (random: Random, plate: string) =>
  random.chance(0.5) ? plate.slice(1) : plate.slice(0, -1);

/** What a camera reads of a plate. */
export function readPlate(random: Random, rates: ErrorRates, plate: string): string {
  const drawn = random.next();
  if (drawn < rates.lookAlike) return misread(random, plate);
  if (drawn < rates.lookAlike + rates.otherCharacter) return replaceAny(random, plate);
  const share = rates.lookAlike + rates.otherCharacter + rates.cutOff;
  return drawn < share ? cutOff(random, plate) : plate;
}

/** The state that a camera reads; null = none. */
export function readState(random: Random, rates: ErrorRates, state: string): string | null {
  const drawn = random.next();
  if (drawn < rates.noState) return null;
  if (drawn >= rates.noState + rates.wrongState) return state;
  return random.pick(plateStates.filter((other) => other !== state));
}

/** Some correct reads are unsure, and some wrong ones aren't. */
export function drawConfidence(random: Random, rates: ErrorRates, isRight: boolean): number {
  const isSure = isRight || random.chance(rates.confident);
  return Math.round((isSure ? 0.9 : 0.7) * 1000 + random.int(0, 90)) / 1000;
}

/** How long after the car has passed a read arrives, in milliseconds. */
export function drawDelay(random: Random, rates: ErrorRates): number {
  if (!random.chance(rates.late)) return random.int(200, 1500);
  return random.chance(0.1) ? random.int(1, 5) * hourMs : random.int(1, 9) * minuteMs;
}

/** The state of a camera at some time: the same for the same seed and name. */
export interface CameraState {
  isDown: boolean;
  /** How far its clock is ahead. */
  clockMs: number;
}

const monthDays = 30;

export function findCameraState(
  rates: ErrorRates,
  { seed, camera }: { seed: number; camera: string },
  at: Instant,
): CameraState {
  const today = Math.floor(at / dayMs);
  // What began yesterday may last until today.
  const started = (kind: string, perMonth: number, longestHours: number) =>
    [today, today - 1].flatMap((day) => {
      const random = new Random(seed, kind, camera, day);
      if (!random.chance(perMonth / monthDays)) return [];
      const from = day * dayMs + random.int(0, 23) * hourMs;
      const until = from + random.int(1, longestHours) * hourMs;
      return from <= at && at < until ? [random] : [];
    })[0];
  const wrong = started('wrong clock', rates.wrongClocks, 24);
  const shift = wrong ? wrong.pick([-1, 1]) * wrong.int(2, 30) * minuteMs : 0;
  const sign = new Random(seed, 'drift', camera).pick([-1, 1]);
  const drift = sign * rates.drift * 1000 * ((at / dayMs) % 7);
  return {
    isDown: started('outage', rates.outages, 6) !== undefined,
    clockMs: Math.round(shift + drift),
  };
}
