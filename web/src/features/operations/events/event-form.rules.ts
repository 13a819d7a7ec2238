import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { cents, decimalDollars } from '@lotkeeper/contract/kernel/money';
import type { EventChange, EventSettings } from '@lotkeeper/contract/operations/events';
import {
  allDay,
  eventProblems,
  isAllDay,
  maxSpaces,
  newEvent,
  usualTimes,
} from '@lotkeeper/contract/operations/events';
import type { Interval } from '@lotkeeper/contract/operations/recurrence';
import { toRepeatDay } from '@lotkeeper/contract/operations/recurrence';
import { pickChanged } from '../../../kernel/changes.ts';
import type { NumberRules } from '../../../ui/form/number-input.rules.ts';
import { dollarRules, parseNumber } from '../../../ui/form/number-input.rules.ts';
import type { Problems } from '../../../ui/form/use-form.ts';
import { findNumberProblems } from '../../../ui/form/use-form.ts';

/** An event's form values. */
export interface EventDraft {
  name: string;
  date: LocalDate | null;
  /** Whether it lasts from midnight to midnight, whatever the times. */
  allDay: boolean;
  start_time: string;
  end_time: string;
  interval: Interval;
  /** 0 = Monday; used for weekly events, and for monthly ones with a week. */
  weekday: number;
  /** For monthly events; null = on the date's day of the month. */
  week: EventSettings['repeat_on_week'];
  /** As typed. */
  spaces: string;
  codes: number[];
  lotClosed: boolean;
  enforcementOff: boolean;
  /** In dollars, as typed; empty = the usual price. */
  price: string;
  priceUnit: EventSettings['price_unit'];
}

const timeAt = (hour: number) => `${String(hour).padStart(2, '0')}:00:00`;

/** A new event on a day, at the hour chosen in the calendar. */
export const newEventAt = (date: LocalDate, hour: number | null): EventSettings =>
  hour === null
    ? newEvent(date)
    : { ...newEvent(date), start_time: timeAt(hour), end_time: timeAt(hour + 1) };

/** Whether an event would end before it starts, for example past midnight. */
export const endsBeforeStart = ({ start_time, end_time }: EventDraft) => end_time < start_time;

export function toDraft(settings: EventSettings): EventDraft {
  const lastsAllDay = isAllDay(settings);
  // What the times are without "All day".
  const { start_time, end_time } = lastsAllDay ? usualTimes : settings;
  return {
    name: settings.name,
    date: settings.date,
    allDay: lastsAllDay,
    start_time,
    end_time,
    interval: settings.interval,
    weekday: settings.repeat_on_day ?? (settings.date ? toRepeatDay(settings.date) : 0),
    week: settings.repeat_on_week,
    spaces: String(settings.quantity),
    codes: settings.codes,
    lotClosed: settings.is_lot_closed,
    enforcementOff: settings.is_lot_closed || settings.spaceforce_multiplier === 0,
    price: settings.display_price === null ? '' : decimalDollars(settings.display_price),
    priceUnit: settings.price_unit,
  };
}

/** Closing the property removes enforcement and all spaces. */
export const withLot = (draft: EventDraft, lotClosed: boolean): EventDraft =>
  lotClosed
    ? { ...draft, lotClosed, enforcementOff: true, spaces: '0' }
    : { ...draft, lotClosed, spaces: '' };

/** Turning enforcement on again reopens the property. */
export const withEnforcement = (draft: EventDraft, enforcementOff: boolean): EventDraft =>
  enforcementOff || !draft.lotClosed
    ? { ...draft, enforcementOff }
    : { ...withLot(draft, false), enforcementOff };

/** Sets the first day. The weekday follows it until another one is chosen. */
export function withDate(draft: EventDraft, date: LocalDate): EventDraft {
  const followed = draft.date === null || draft.weekday === toRepeatDay(draft.date);
  return { ...draft, date, weekday: followed ? toRepeatDay(date) : draft.weekday };
}

export const spaceRules: NumberRules = { min: 1, max: maxSpaces, unit: ['space', 'spaces'] };

const readSpaces = ({ spaces }: EventDraft) => parseNumber(spaces, spaceRules) ?? Number.NaN;

export const eventPriceRules: NumberRules = { ...dollarRules, isOptional: true };

/** The price in cents; null = none, or not a price. A closed lot has none. */
function readPrice({ lotClosed, price }: EventDraft): Cents | null {
  const dollars = lotClosed ? null : parseNumber(price, eventPriceRules);
  return dollars === null || Number.isNaN(dollars) ? null : cents(Math.round(dollars * 100));
}

/** The form as an event's settings. */
export function toSettings(draft: EventDraft): EventSettings {
  const { name, date, start_time, end_time, interval, codes, lotClosed } = draft;
  const display_price = readPrice(draft);
  const times = draft.allDay ? allDay : { start_time, end_time };
  const byWeekday = interval === 'weekly' || (interval === 'monthly' && draft.week !== null);
  return {
    name: name.trim(),
    date,
    ...times,
    interval,
    repeat_on_day: byWeekday ? draft.weekday : null,
    repeat_on_week: interval === 'monthly' ? draft.week : null,
    quantity: lotClosed ? 0 : readSpaces(draft),
    codes,
    is_lot_closed: lotClosed,
    spaceforce_multiplier: draft.enforcementOff ? 0 : 1,
    display_price,
    price_unit: display_price === null ? 'flat' : draft.priceUnit,
  };
}

/** The request body of an edit: what was changed. */
export const toChange = (draft: EventDraft, before: EventSettings): EventChange =>
  pickChanged(toSettings(draft), toSettings(toDraft(before)));

/** The problem of each field. The first day is always required here. */
export function validateEvent(draft: EventDraft): Problems {
  const numberProblems = draft.lotClosed
    ? {}
    : findNumberProblems({
        quantity: [draft.spaces, spaceRules],
        display_price: [draft.price, eventPriceRules],
      });
  const date = draft.date === null ? { date: 'This is required' } : {};
  return { ...eventProblems(toSettings(draft)), quantity: undefined, ...numberProblems, ...date };
}
