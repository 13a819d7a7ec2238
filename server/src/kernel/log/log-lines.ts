import { hostname } from 'node:os';

export const logFormats = ['json', 'pretty'] as const;
export type LogFormat = (typeof logFormats)[number];

/** The configured format; by default pretty on a terminal, and JSON elsewhere. */
export function chooseLogFormat(setting: string | undefined, isTerminal: boolean): LogFormat {
  const choice = logFormats.find((format) => format === setting);
  return choice ?? (isTerminal ? 'pretty' : 'json');
}

/** Pino's level numbers. */
const levels = { info: 30, error: 50 } as const;

const names: Readonly<Record<number, string>> = {
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};

/** A line of the log in JSON, with the fields that pino writes. */
export function buildJsonLine(
  entry: { level: keyof typeof levels; message: string; time: number },
  fields: object = {},
): string {
  const { level, message, time } = entry;
  const origin = { level: levels[level], time, pid: process.pid, hostname: hostname() };
  return `${JSON.stringify({ ...origin, ...fields, msg: message })}\n`;
}

const toText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Formats a JSON log line for people: time, level, message, then the other fields. */
export function toPrettyLine(line: string, formatTime: (time: number) => string): string {
  const {
    level,
    time,
    pid: _pid,
    hostname: _host,
    msg,
    stack,
    ...fields
  } = JSON.parse(line) as {
    level: number;
    time: number;
    msg?: string;
    stack?: unknown;
    [field: string]: unknown;
  };
  const known = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}=${toText(value)}`);
  const frames = Array.isArray(stack) ? stack.map((frame) => `\n    at ${String(frame)}`) : [];
  return `${formatTime(time)} ${names[level] ?? level}: ${msg ?? ''}${known.join('')}${frames.join('')}\n`;
}
