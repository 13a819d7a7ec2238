import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { HomeProperty } from '@lotkeeper/contract/money/home';
import {
  describeNextPayout,
  earningsLabels,
  nextPayoutFigure,
} from '@lotkeeper/contract/money/payout-words';
import { getPayoutAccount } from '@lotkeeper/contract/money/payouts';
import { failureMessage } from '../../../kernel/api.ts';
import { now } from '../../../kernel/clock.ts';
import {
  formatDayRange,
  formatMoney,
  formatMonthName,
  formatWeekday,
} from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import { linkToFigure } from '../../../shared/figure-link.tsx';
import { Change } from '../../../ui/data/change.tsx';
import { Stat, StatGrid } from '../../../ui/data/stat.tsx';
import type { HomeSpot } from './home-spots.tsx';

type RangeName = Exclude<keyof HomeProperty, 'pk' | 'trend'>;

/** A sum of all properties, with its days where they are the same at each. */
function sumRange(spots: readonly HomeSpot[], name: RangeName, measure: 'gross' | 'net') {
  const [first] = spots;
  const days = first?.[name];
  const isSame = spots.every((spot) => spot[name].start_date === days?.start_date);
  const amount = spots.reduce((total, spot) => total + spot[name][measure], 0);
  return { amount, days: isSame ? days : undefined };
}

/** The holiday of a day at all properties, which explains a difference; null without one. */
function findHoliday(spots: readonly HomeSpot[], name: 'yesterday' | 'week_before') {
  const holiday = spots[0]?.[name].holiday ?? null;
  return spots.every((spot) => spot[name].holiday === holiday) ? holiday : null;
}

/** What the days of this month that are over are compared with; on its first day nothing is over. */
const describeBefore = (days: { start_date: string; end_date: string } | undefined) => {
  if (!days) return 'through yesterday, vs. last month';
  if (days.end_date < days.start_date) return '';
  return `through yesterday, vs. ${formatDayRange(days.start_date, days.end_date)}`;
};

/** Today, yesterday, the month so far, and the next payout, of all properties. */
export function HomeTotals(props: { organizationId: string; spots: readonly HomeSpot[] }) {
  const { organizationId, spots } = props;
  const account = useRead(getPayoutAccount, { query: { organization: organizationId } });
  const today = toLocalDate(now(), 'UTC');
  const sum = (name: RangeName, measure: 'gross' | 'net') => {
    const { amount, days } = sumRange(spots, name, measure);
    const link =
      days &&
      linkToFigure(organizationId, {
        measure,
        startDate: days.start_date,
        endDate: days.end_date,
      });
    return { amount, days, link };
  };
  const gross = sum('today', 'gross');
  const [yesterday, weekBefore] = [sum('yesterday', 'net'), sum('week_before', 'net')];
  const [month, monthBefore] = [sum('month', 'net'), sum('month_before', 'net')];
  const payout = account.data && nextPayoutFigure(account.data, today);
  return (
    <StatGrid>
      <Stat
        label="Today so far, gross"
        value={formatMoney(gross.amount)}
        renderLink={gross.link}
        note={gross.days ? formatWeekday(gross.days.start_date) : 'By each property’s calendar'}
      />
      <Stat
        label="Yesterday, net"
        value={formatMoney(yesterday.amount)}
        renderLink={yesterday.link}
        note={
          <>
            <Change before={weekBefore.amount} amount={yesterday.amount} />{' '}
            {[
              findHoliday(spots, 'yesterday'),
              `vs. ${weekBefore.days ? formatWeekday(weekBefore.days.start_date) : 'the week before'}`,
              findHoliday(spots, 'week_before'),
            ]
              .filter(Boolean)
              .join(', ')}
          </>
        }
      />
      <Stat
        label={`${month.days ? formatMonthName(month.days.start_date.slice(0, 7)) : 'This month'} so far, net`}
        value={formatMoney(month.amount)}
        renderLink={month.link}
        note={
          <>
            <Change
              before={monthBefore.amount}
              amount={month.amount - sum('today', 'net').amount}
            />{' '}
            {describeBefore(monthBefore.days)}
          </>
        }
      />
      <Stat
        label={earningsLabels.next}
        value={account.data ? formatMoney(account.data.next_payout.amount) : '–'}
        renderLink={payout ? linkToFigure(organizationId, payout) : undefined}
        note={
          account.data
            ? describeNextPayout(account.data, today)
            : account.error && failureMessage(account.error, getPayoutAccount.failure)
        }
      />
    </StatGrid>
  );
}
