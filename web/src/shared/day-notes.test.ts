import type { DayNotes } from '@lotkeeper/contract/operations/local-intelligence';
import { expect, test } from 'vitest';
import { describeDay } from './day-notes.ts';

const day = { date: '2026-09-07', holidays: [], events: [], closed_by: [], silent_cameras: [] };
const notes = (more: Partial<DayNotes>) => describeDay({ ...day, ...more } as DayNotes);

test('a day is described by its closure, silent cameras, holidays, and events, each event once', () => {
  const all = {
    holidays: ['Labor Day'],
    events: ['Repaving', 'Fair'],
    closed_by: ['Repaving'],
    silent_cameras: ['North gate'],
  };
  expect(notes(all)).toEqual([
    'Lot closed: Repaving',
    'No reads all day from camera North gate',
    'Labor Day',
    'Fair',
  ]);
  expect(notes({})).toEqual([]);
});
