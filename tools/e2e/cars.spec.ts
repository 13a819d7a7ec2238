import {
  addDays,
  addMonths,
  atLocalTime,
  startOfMonth,
  toEpochSeconds,
} from '@lotkeeper/contract/kernel/calendar';
import { formatDate, formatWeekday } from '@lotkeeper/contract/kernel/format';
import {
  answerCalls,
  callAs,
  expect,
  expectAccessibleAtBothWidths,
  openOrganization,
  organizationPk,
  panel,
  test,
} from './testing/app.ts';
import { findToday } from './testing/clock.ts';

interface Outcomes {
  outcomes: { outcome: string; visits: number; uncollected: number }[];
  days: { visits: number; unexplained: number }[];
}

interface Causes {
  causes: { cause: string; visits: number }[];
}

interface Visits {
  results: { pk: number; plate: string; spot: { name: string } }[];
}

/** A whole month of the demo, the end of the next three, and the fifteenth day. */
const month = startOfMonth(addMonths(findToday(), -6));
const monthEnd = addDays(addMonths(month, 1), -1);
const later = addMonths(month, 3);
const laterEnd = addDays(addMonths(later, 1), -1);
const middle = addDays(month, 14);
const days = `start_date=${month}&end_date=${monthEnd}`;

test('an Admin sees how every car’s visit ended, and opens the cars behind an outcome and their story', async ({
  page,
}) => {
  const organization = await organizationPk('admin', 'Cactus');
  const ask = <T>(path: string) =>
    callAs<T>('admin', `/api/reports/outcomes/${path}?organization=${organization}&${days}`);
  const { outcomes, days: perDay } = await ask<Outcomes>('');
  const cars = outcomes.reduce((sum, { visits }) => sum + visits, 0);
  expect(cars).toBeGreaterThan(1000);
  expect(perDay.reduce((sum, { visits }) => sum + visits, 0)).toBe(cars);

  await openOrganization(page, 'admin', 'Cactus', `cars?startDate=${month}&endDate=${monthEnd}`);
  const picture = panel(page, 'How every car’s visit ended');
  await expect(picture.getByText(cars.toLocaleString('en-US'), { exact: true })).toBeVisible();
  const rowOf = (name: string) =>
    picture
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${name}`) }) });
  const countOf = (name: string) => outcomes.find(({ outcome }) => outcome === name)?.visits ?? 0;
  await expect(rowOf('Booking site')).toContainText(
    countOf('booking_site').toLocaleString('en-US'),
  );

  const unexplained = panel(page, 'Unexplained');
  const { causes } = await ask<Causes>('causes/');
  expect(causes.reduce((sum, { visits }) => sum + visits, 0)).toBe(countOf('unexplained'));
  await unexplained.getByText(/^Exit not read \d/).click();
  await expect(page).toHaveURL(/cause=no_exit/);
  await expect(unexplained.getByRole('row').nth(1)).toContainText('Exit not read');
  await expectAccessibleAtBothWidths(page);
  await unexplained.getByText('All', { exact: true }).click();
  await expect(page).not.toHaveURL(/cause=/);
  await rowOf('Left within the grace period').getByRole('link').click();
  await expect(page).toHaveURL(/outcome=grace/);
  const list = panel(page, 'Left within the grace period');
  const [first] = (
    await callAs<Visits>(
      'admin',
      `/api/reports/outcomes/visits/?organization=${organization}&${days}&outcome=grace`,
    )
  ).results;
  const link = list.getByRole('rowheader').first().getByRole('link');
  await expect(link).toContainText(first?.plate ?? '');
  await link.click();
  await expect(page).toHaveURL(new RegExp(`/visits/${first?.pk}$`));

  await openOrganization(page, 'admin', 'Cactus', `cars?startDate=${month}&endDate=${laterEnd}`);
  const months = page.getByRole('slider', { name: 'Cars a month: values' });
  await expect(months).toHaveAttribute(
    'aria-valuetext',
    new RegExp(`^${formatDate(later).replace(' 1,', '')}: Cars seen [1-9]`),
  );
  await months.press('Enter');
  await expect(page).toHaveURL(new RegExp(`startDate=${later}&endDate=${laterEnd}`));
});

test('what cameras missed is shaded over the days, listed with its cost, and explained', async ({
  page,
}) => {
  const organization = await organizationPk('admin', 'Cactus');
  const ask = `/api/reports/outcomes/?organization=${organization}&${days}`;
  const outcomes = await callAs<Outcomes>('admin', ask);
  await answerCalls(page, /reports\/outcomes\/\?/, { ...outcomes, has_cameras: true });
  const gap = {
    kind: 'silent',
    spot: { pk: 1, name: 'Copper Square Garage', timezone: 'America/Phoenix' },
    camera: 'Main entrance',
    direction: 'Entrance',
    start: toEpochSeconds(atLocalTime(middle, 14 * 60, 'America/Phoenix')),
    end: toEpochSeconds(atLocalTime(middle, 17 * 60, 'America/Phoenix')),
    cars_low: 18,
    cars_high: 26,
    lost_low: 11_000,
    lost_high: 19_000,
  };
  const unjudged = [{ spot: { pk: 2, name: 'Lagoon Park Lot' }, reason: 'no_direction' }];
  await answerCalls(page, /camera_gaps/, { gaps: [gap], unjudged });
  await openOrganization(page, 'admin', 'Cactus', `cars?startDate=${month}&endDate=${monthEnd}`);
  const missed = panel(page, 'What cameras missed');
  await expect(missed.getByRole('row', { name: /Main entrance/ })).toContainText(
    `${formatDate(middle).split(',')[0]}, 2 PM – 5 PM`,
  );
  await expect(missed).toContainText('$110 to $190');
  await expect(missed).toContainText('Lagoon Park Lot: a camera has no direction');
  await missed.getByText('How is this counted?').click();
  await expect(missed.getByText(/^Silent: hours/)).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  const day = page.getByRole('slider', { name: 'Cars a day: values' });
  await day.focus();
  for (let index = 15; index < Number(monthEnd.slice(8)); index++)
    await page.keyboard.press('ArrowLeft');
  await expect(day).toHaveAttribute(
    'aria-valuetext',
    new RegExp(`^${formatWeekday(middle)}: .*Main entrance saw no car`),
  );
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`startDate=${middle}&endDate=${middle}`));

  await openOrganization(
    page,
    'admin',
    'Cactus',
    `cars?startDate=${addMonths(month, -4)}&endDate=${monthEnd}`,
  );
  await expect(missed).toContainText('Choose up to 92 days');
});
