import {
  callAs,
  expect,
  expectAccessibleAtBothWidths,
  openOrganization,
  organizationPk,
  panel,
  test,
} from './testing/app.ts';

interface Outcomes {
  outcomes: { outcome: string; visits: number; uncollected: number }[];
  days: { visits: number; unexplained: number }[];
}

interface Visits {
  results: { pk: number; plate: string; spot: { name: string } }[];
}

const days = 'start_date=2026-05-01&end_date=2026-05-31';

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

  await openOrganization(page, 'admin', 'Cactus', 'cars?startDate=2026-05-01&endDate=2026-05-31');
  const picture = panel(page, 'How every car’s visit ended');
  await expect(picture.getByText(cars.toLocaleString('en-US'), { exact: true })).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  const rowOf = (name: string) =>
    picture
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${name}`) }) });
  const countOf = (name: string) => outcomes.find(({ outcome }) => outcome === name)?.visits ?? 0;
  await expect(rowOf('Booking site')).toContainText(
    countOf('booking_site').toLocaleString('en-US'),
  );

  await expect(panel(page, 'Unexplained')).toBeVisible();
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
});
