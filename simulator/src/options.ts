import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { ErrorLevel, ErrorRates } from './cameras/errors.ts';
import { errorLevels, usualErrors } from './cameras/errors.ts';

/** How the day is simulated. */
export interface Options {
  /** Simulated seconds per second. */
  speed: number;
  /** Number of simulated lots; null = all. */
  lots: number | null;
  /** Hours of the simulated day; null = until it is stopped. */
  hours: number | null;
  seed: number;
  /** How often cameras fail. */
  rates: ErrorRates;
  /** The file with the app's connection data. */
  connection: string;
  /** Seconds between two reports. */
  report: number;
}

export const usage = `npm run simulate -- [options]

  --speed N     simulated seconds a second (1)
  --hours N     hours of the day to play; it ends at the present (24 when faster than 1, else endless)
  --lots N      at so many lots (all)
  --seed N      the same seed plays the same day (7)
  --errors L    how often cameras fail: none, few, some or many (look-alikes, doubled, missed and late reads);
                the last three misread 0.5, 2 and 5 % of the plates, cut plates off and guess states, and have
                outages and wrong clocks
  --misread N   share of the plates that are read with a look-alike (0.03, or by --errors)
  --report N    seconds between two reports (30)

It plays against the demo that npm start runs on the same DATA_DIR.`;

function parseNumber(
  values: Record<string, string | undefined>,
  name: string,
  [least, most]: readonly [number, number],
): number | null {
  const text = values[name];
  if (text === undefined) return null;
  const value = Number(text);
  if (!text.trim() || !(value >= least && value <= most)) {
    throw new Error(`--${name} must be a number from ${least} to ${most}.\n\n${usage}`);
  }
  return value;
}

const names = ['speed', 'lots', 'hours', 'seed', 'errors', 'misread', 'report'] as const;

const isLevel = (level: string): level is ErrorLevel => level in errorLevels;

function parseRates(values: Record<string, string | undefined>): ErrorRates {
  const { errors } = values;
  if (errors !== undefined && !isLevel(errors)) {
    const levels = Object.keys(errorLevels).join(', ');
    throw new Error(`--errors must be one of ${levels}.\n\n${usage}`);
  }
  const rates = errors === undefined ? usualErrors : errorLevels[errors];
  return { ...rates, lookAlike: parseNumber(values, 'misread', [0, 1]) ?? rates.lookAlike };
}

/** Parses the arguments after `npm run simulate --`; throws an error with a message if they are invalid. */
export function readOptions(args: readonly string[], dataDir: string | undefined): Options {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  let values: Record<string, string | undefined>;
  try {
    values = parseArgs({ args: [...args], options, strict: true }).values;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(`${message}\n\n${usage}`, { cause: error });
  }
  const speed = parseNumber(values, 'speed', [0.1, 3600]) ?? 1;
  return {
    speed,
    lots: parseNumber(values, 'lots', [1, 10_000]),
    hours: parseNumber(values, 'hours', [0.01, 24 * 31]) ?? (speed > 1 ? 24 : null),
    seed: parseNumber(values, 'seed', [0, 1e9]) ?? 7,
    rates: parseRates(values),
    connection: join(resolve(dataDir || './data'), 'simulator.json'),
    report: parseNumber(values, 'report', [0.1, 86_400]) ?? 30,
  };
}
