import { fromIso, instant } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';
import fc from 'fast-check';
import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { writeCalendar } from './calendar-file.ts';

const start = fromIso('2026-06-15T19:00:00Z');

/** The name of a calendar, and the texts of its items, as another program's parser reads them. */
function parse(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const items = calendar.getAllSubcomponents('vevent').map((component) => {
    const { summary, description } = new ICAL.Event(component);
    return { summary, description };
  });
  return { name: calendar.getFirstPropertyValue('x-wr-calname'), items };
}

const write = (name: string, texts: readonly { summary: string; description: string }[]) =>
  writeCalendar(
    name,
    texts.map((text, index) => ({
      id: `item-${index}@lots.example`,
      ...text,
      link: 'https://lots.example/organization/1/payouts',
      when: { start, end: instant(start + hourMs) },
    })),
    start,
  );

/** What people type, and what somebody types who wants to break a calendar. */
const typed = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 100 }),
      fc.constantFrom(
        '\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:x',
        '\n',
        '\r',
        '\\n',
        '\\',
        ';',
        ',',
        ':',
        '"',
        '\t',
        ' ',
        '🅿️👩‍👩‍👧',
        '\u202Eabc\u202C',
        '\u2028',
        'שלום',
        '\u0007\u001B[0m',
        'x'.repeat(10_000),
      ),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) => parts.join(''));

/** Every line break as one, without control characters other than tabs. */
const toShown = (text: string) =>
  text.replaceAll(/\r\n|\r|\u0085|\u2028|\u2029/g, '\n').replaceAll(/[^\P{Cc}\n\t]/gu, '');

test('whatever people typed, a parser reads the same text, in lines of 75 bytes', () => {
  const texts = fc.array(fc.record({ summary: typed, description: typed }), { maxLength: 3 });
  fc.assert(
    fc.property(typed, texts, (name, items) => {
      const text = write(`Garage${name}`, items);
      expect(parse(text)).toEqual({
        name: toShown(`Garage${name}`).replaceAll(/\n+/g, ' '),
        items: items.map(({ summary, description }) => ({
          summary: toShown(summary),
          description: toShown(description),
        })),
      });
      const lines = text.split('\r\n');
      expect(lines.filter((line) => /[\r\n]/.test(line))).toEqual([]);
      expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
    }),
  );
});

test('what is about the whole calendar comes before its items, as iCalendar wants it', () => {
  const text = write('Main Garage', [{ summary: 'Game', description: '' }]);
  const afterItems = text.slice(text.lastIndexOf('END:VEVENT'));
  expect(afterItems.split('\r\n').filter(Boolean)).toEqual(['END:VEVENT', 'END:VCALENDAR']);
});
