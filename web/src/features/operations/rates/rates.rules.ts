import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { BasisPoints } from '@lotkeeper/contract/kernel/money';
import { rateToPercent } from '@lotkeeper/contract/kernel/money';
import type { PricingModel, RateCurve } from '@lotkeeper/contract/operations/rate-curves';
import type { ExperimentDay, Rate, RateDay } from '@lotkeeper/contract/operations/rates';
import type { SpotPrices } from '@lotkeeper/contract/platform/spots';
import { formatMoneyShort } from '../../../kernel/format.ts';
import type { CalendarItem } from '../../../ui/calendar/calendar.tsx';

export const modelTexts: Record<PricingModel, { label: string; description: string }> = {
  static: { label: 'Static', description: 'The same price for each hour, day or stay.' },
  linear: { label: 'Linear', description: 'A base amount, plus time by the minute.' },
  stepwise: { label: 'Stepwise', description: 'One price up to each length of stay.' },
  exponential: {
    label: 'Exponential',
    description: 'Each hour costs more, or less, than the one before.',
  },
  moving: { label: 'Moving', description: 'Each hour has its own price.' },
  moving_total: { label: 'Moving total', description: 'Each number of hours has its own total.' },
  cumulative_time: {
    label: 'Cumulative time',
    description: 'Each part of the stay has its own hourly price, charged by the minute.',
  },
};

export const unitNames: Record<Rate['unit'], string> = {
  hour: 'Hour',
  day: 'Day',
  month: 'Month',
  flat: 'Stay',
};

export const intervalNames: Record<Rate['interval'], string> = {
  one_time: 'One time',
  monthly: 'Monthly',
  weekly: 'Weekly',
  daily: 'Daily',
};

const unitWords = { hour: 'an hour', day: 'a day', month: 'a month', flat: 'a stay' };

/** Formats a price with its unit: '$4 an hour'. */
export const priceWords = ({ price, unit }: { price: number; unit: Rate['unit'] }) =>
  `${formatMoneyShort(price)} ${unitWords[unit]}`;

/** Formats minutes as '45 min', '2 hr', or '1 hr 30 min'. */
export function lengthWords(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  const units = [hours > 0 ? `${hours} hr` : '', rest > 0 || hours === 0 ? `${rest} min` : ''];
  return units.filter(Boolean).join(' ');
}

const percent = (basisPoints: number) =>
  `${basisPoints > 0 ? '+' : ''}${rateToPercent(basisPoints as BasisPoints)}%`;
const inOrder = (prices: readonly number[]) =>
  prices.map((price, index) => `hour ${index + 1}: ${formatMoneyShort(price)}`);

/** The numbers of a curve, one per line; empty for a static price. */
export function curveWords(curve: RateCurve): string[] {
  switch (curve.kind) {
    case 'static':
      return [];
    case 'linear':
      return [`start: ${formatMoneyShort(curve.start)}`];
    case 'exponential':
      return [`each hour ${percent(curve.growth)}`];
    case 'stepwise':
      return curve.steps.map(
        ({ minutes, price }) => `up to ${lengthWords(minutes)}: ${formatMoneyShort(price)}`,
      );
    case 'moving':
      return inOrder(curve.prices);
    case 'moving_total':
      return curve.totals.map(
        (price, index) => `up to ${lengthWords((index + 1) * 60)}: ${formatMoneyShort(price)}`,
      );
    default:
      return curve.brackets.map(
        ({ from, price }) => `from ${lengthWords(from)}: ${formatMoneyShort(price)} an hour`,
      );
  }
}

export const rateItem = (day: RateDay): CalendarItem => ({
  key: `rate ${day.pk}`,
  title: day.name,
  start: day.date_string,
  note:
    day.curve.kind === 'static'
      ? priceWords(day)
      : `${priceWords(day)}, ${modelTexts[day.curve.kind].label.toLowerCase()}`,
  tone: 'open',
});

export const experimentItem = (day: ExperimentDay): CalendarItem => ({
  key: `experiment ${day.pk}`,
  title: day.name,
  start: day.date_string,
  note: `Experiment, ${day.segments.length} ${day.segments.length === 1 ? 'segment' : 'segments'}`,
  tone: 'plain',
});

export const newRate = (start_date: LocalDate) =>
  ({
    name: '',
    curve: { kind: 'static' },
    unit: 'hour',
    price: null,
    dynamic_daily_max: null,
    interval: 'daily',
    priority: 0,
    start_date,
    end_date: null,
  }) as const;

/** What parking costs by the property's own price, when no rate is visible. */
export function emptyText(
  view: string,
  { price_hourly, price_daily, price_flat }: Omit<SpotPrices, 'price_monthly'>,
): string {
  const price = price_hourly ?? price_daily ?? price_flat;
  const unit = price_hourly !== null ? 'an hour' : price_daily !== null ? 'a day' : 'a stay';
  const own =
    price === null ? '' : ` The property’s own price applies: ${formatMoneyShort(price)} ${unit}.`;
  return `No rates this ${view}.${own}`;
}
