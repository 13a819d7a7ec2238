import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { fromIso, instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, hourMs } from '@lotkeeper/contract/kernel/durations';
import { describe, expect, test } from 'vitest';
import type { CameraLife } from './camera-health.ts';
import { expectedReads, hoursBetween, silentSince, usualReads } from './camera-health.ts';
import { usualDays } from './usual-reads.ts';

const now = fromIso('2026-06-15T19:30:00Z');
const ago = (milliseconds: number) => instant(now - milliseconds);
const minutes = 60_000;
const monday = '2026-06-15' as LocalDate;
const longAgo = '2026-01-01' as LocalDate;

const life = (overrides: Partial<CameraLife>): CameraLife => ({
  first_seen_at: ago(90 * dayMs),
  last_beat_at: null,
  last_read_at: null,
  heartbeat_every_ms: null,
  ...overrides,
});

describe('hours between two times', () => {
  test('whole hours count fully, and the first and the last in part', () => {
    const parts = hoursBetween(fromIso('2026-06-15T16:45:00Z'), now, 'America/Phoenix');
    expect(parts.map((part) => [part.local_date, part.local_hour, part.share])).toEqual([
      [monday, 9, 0.25],
      [monday, 10, 1],
      [monday, 11, 1],
      [monday, 12, 0.5],
    ]);
  });

  test('the hours go back no more than a week', () => {
    expect(hoursBetween(ago(30 * dayMs), now, 'America/Phoenix')).toHaveLength(169);
  });

  test('the skipped hour of a clock change is left out, and the repeated one counts twice', () => {
    const hours = (from: string, to: string) =>
      hoursBetween(fromIso(from), fromIso(to), 'America/New_York').map((part) => part.local_hour);
    expect(hours('2026-03-08T06:00:00Z', '2026-03-08T08:00:00Z')).toEqual([1, 3]);
    expect(hours('2026-11-01T05:00:00Z', '2026-11-01T07:00:00Z')).toEqual([1, 1]);
  });

  test('hours begin on the half hour in time zones that do', () => {
    const [part] = hoursBetween(fromIso('2026-06-15T18:30:00Z'), now, 'Asia/Kolkata');
    expect(part?.share).toBe(1);
  });
});

describe('the usual number of reads', () => {
  const reads: Record<string, number> = {
    '2026-06-08': 12,
    '2026-06-01': 8,
    '2026-05-25': 10,
    '2026-05-18': 2,
    '2026-05-11': 1000,
  };
  const readsIn = (date: LocalDate, hour: number) => (hour === 12 ? (reads[date] ?? 0) : 0);
  const noon = { local_date: monday, local_hour: 12 };

  test('the usual number of reads is the mean of the last four same weekdays', () => {
    expect(usualReads(noon, longAgo, readsIn)).toBe(8);
  });

  test('the usual number of reads counts only weeks since the camera was added', () => {
    expect(usualReads(noon, '2026-05-28' as LocalDate, readsIn)).toBe(10);
  });

  test('the usual number of reads is unknown in a camera’s first week', () => {
    expect(usualDays(monday, '2026-06-10' as LocalDate)).toEqual([]);
    expect(usualReads(noon, '2026-06-10' as LocalDate, readsIn)).toBeNull();
    expect(expectedReads([{ ...noon, share: 1 }], '2026-06-10' as LocalDate, readsIn)).toBeNull();
  });

  test('the expected reads of several hours add up by the share of each hour', () => {
    const hours = [
      { ...noon, share: 0.5 },
      { local_date: monday, local_hour: 13, share: 1 },
    ];
    expect(expectedReads(hours, longAgo, readsIn)).toBe(4);
  });
});

describe('silent cameras', () => {
  const read = ago(3 * hourMs);

  test('a camera is silent when its pause would happen less than once in a thousand times', () => {
    const camera = life({ last_read_at: read, last_beat_at: read });
    expect(silentSince(camera, 6.8, now)).toBeNull();
    expect(silentSince(camera, 7, now)).toBe(read);
  });

  test('a camera is not silent at night, when no reads are due', () => {
    expect(silentSince(life({ last_read_at: read, last_beat_at: read }), 0.2, now)).toBeNull();
  });

  test('a camera is silent after five missed heartbeats, and never before five minutes', () => {
    const beats = (every: number, silent: number) =>
      silentSince(life({ heartbeat_every_ms: every, last_beat_at: ago(silent) }), 0, now);
    expect(beats(2 * minutes, 9 * minutes)).toBeNull();
    expect(beats(2 * minutes, 11 * minutes)).toBe(ago(11 * minutes));
    expect(beats(10_000, 4 * minutes)).toBeNull();
    expect(beats(10_000, 6 * minutes)).toBe(ago(6 * minutes));
  });

  test('a camera is silent when it sends heartbeats but reads nothing although many reads are due', () => {
    const camera = life({
      heartbeat_every_ms: 60_000,
      last_beat_at: ago(minutes),
      last_read_at: read,
    });
    expect(silentSince(camera, 30, now)).toBe(read);
  });

  test('a camera in its first week is silent after a day without a sign of life', () => {
    const young = (silent: number) =>
      silentSince(life({ first_seen_at: ago(5 * dayMs), last_beat_at: ago(silent) }), null, now);
    expect(young(20 * hourMs)).toBeNull();
    expect(young(25 * hourMs)).toBe(ago(25 * hourMs));
  });

  test('a camera is silent after a week without a sign of life, even if no reads were expected', () => {
    expect(silentSince(life({ last_read_at: ago(8 * dayMs) }), 0, now)).toBe(ago(8 * dayMs));
  });
});
