import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, eachDay } from '@lotkeeper/contract/kernel/calendar';
import { expect, test } from 'vitest';
import { listHolidays } from '../../../records/operations/holidays.ts';
import { buildDayNotes } from './day-notes.rules.ts';

const day = (date: string) => date as LocalDate;
const june = { from: day('2026-06-01'), to: day('2026-06-30') };
const at = {
  today: day('2026-06-15'),
  holidays: await listHolidays(june, { state: 'AZ', timezone: 'America/Phoenix' }),
};

/** A camera with the same number of reads every day from May on, with exceptions. */
const makeCamera = (usual: number, quiet: readonly string[] = [], firstSeen = '2026-04-20') => ({
  name: 'Gate',
  firstSeen: day(firstSeen),
  reads: Object.fromEntries(
    eachDay(day('2026-05-01'), addDays(at.today, -1))
      .filter((date) => !quiet.includes(date))
      .map((date) => [date, usual]),
  ),
});
const findSilent = (camera: ReturnType<typeof makeCamera>) =>
  buildDayNotes(june, at, [], [camera])
    .filter(({ silent_cameras }) => silent_cameras.length > 0)
    .map(({ date }) => date);

test('a camera without a read on a day that usually brings 40 is silent on that day alone', () => {
  expect(findSilent(makeCamera(40, ['2026-06-09']))).toEqual(['2026-06-09']);
  expect(findSilent(makeCamera(40))).toEqual([]);
});

test('a camera that usually makes 6 reads a day may make none by chance', () => {
  expect(findSilent(makeCamera(6, ['2026-06-09']))).toEqual([]);
  expect(findSilent(makeCamera(7, ['2026-06-09']))).toEqual(['2026-06-09']);
});

test('a camera is not silent today or later, because these days are not over', () => {
  expect(findSilent(makeCamera(40, ['2026-06-14']))).toEqual(['2026-06-14']);
  expect(findSilent({ ...makeCamera(40), reads: makeCamera(40).reads })).not.toContain(
    '2026-06-15',
  );
});

test('a camera is not silent before it has existed for a week', () => {
  expect(findSilent(makeCamera(40, ['2026-06-09'], '2026-06-03'))).toEqual([]);
});

test('a camera that stays silent is noted until four weeks have made silence usual', () => {
  const quiet = eachDay(day('2026-05-10'), day('2026-06-14'));
  const silent = findSilent(makeCamera(40, quiet));
  expect(silent[0]).toBe('2026-06-01');
  expect(silent.at(-1)).toBe('2026-06-06');
});

test('holidays, events, and closures are named on their days, and ordinary days are absent', () => {
  const closure = {
    pk: 1,
    name: 'Repaving',
    interval: 'one_time' as const,
    date: day('2026-06-10'),
    repeat_on_day: null,
    repeat_on_week: null,
    start_time: '00:00:00',
    end_time: '24:00:00',
    is_lot_closed: true,
  };
  const notes = buildDayNotes(june, at, [closure], []);
  expect(notes.map(({ date }) => date)).toEqual(['2026-06-10', '2026-06-19', '2026-06-21']);
  expect(notes[0]).toMatchObject({ events: ['Repaving'], closed_by: ['Repaving'], holidays: [] });
  expect(notes[1]).toMatchObject({ holidays: ['Juneteenth'], events: [] });
});
