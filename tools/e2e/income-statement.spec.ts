import type { Page } from '@playwright/test';
import {
  callAs,
  downloadBy,
  expect,
  openOrganization,
  panel,
  signIn,
  spotNamed,
  test,
  visit,
} from './testing/app.ts';

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 2,
});
const money = (cents: number) => dollars.format(cents / 100);

interface Statement {
  uuid: string;
  income_statement: Record<string, number>;
  revenue_uplift: Record<string, number>;
}
interface Answer {
  organization: Statement;
  spots: Statement[];
}
interface Month {
  date: string;
  gross_revenue: number;
  net_revenue: number;
}

const line = (page: Page, name: string, of = 'Breakdown') =>
  panel(page, of)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) })
    .getByRole('cell');

async function readStatement(organization: number, start: string, end: string): Promise<Answer> {
  const range = `start_date=${start}&end_date=${end}`;
  return callAs('admin', `/api/reports/income_statement?organization=${organization}&${range}`);
}

/** The property's own report of its last whole month, with the first and last day. */
async function lastMonth(spot: number) {
  const { monthly } = await callAs<{ monthly: Month[] }>(
    'admin',
    `/api/reports/spots/?spot=${spot}`,
  );
  const month = monthly.at(-2) as Month;
  const [year = 0, of = 0] = month.date.split('-').map(Number);
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = of === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(of) ? 30 : 31;
  return { month, start: month.date, end: `${month.date.slice(0, 8)}${days}` };
}

const path = (organization: number, filters: Record<string, string> = {}) =>
  `/organization/${organization}/income-statement?${new URLSearchParams(filters)}`;

test('the income statement equals the API’s figures, adds up, and so do its downloads', async ({
  page,
}) => {
  const { organization, spot } = await spotNamed('admin', 'Copper Square Garage');
  const { month, start, end } = await lastMonth(spot.pk);
  await signIn(page, 'admin');
  const filters = { spotPk: String(spot.pk), startDate: start, endDate: end };
  await page.goto(path(organization.pk, filters));
  await expect(page).toHaveTitle('Income Statement · Lotkeeper');
  await expect(line(page, 'Gross revenue')).toHaveText(money(month.gross_revenue));
  await expect(line(page, 'Net revenue')).toHaveText(money(month.net_revenue));
  const uuids = await callAs<{ pk: number; uuid: string }[]>(
    'admin',
    `/api/spots?organization=${organization.pk}`,
  );
  const { uuid } = uuids.find((one) => one.pk === spot.pk) ?? { uuid: '' };
  const { spots } = await readStatement(organization.pk, start, end);
  const own = spots.find((one) => one.uuid === uuid) as Statement;
  const figures = {
    Transient: own.income_statement.revenue_transient,
    Refunds: -(own.income_statement.refunds ?? 0),
    Taxes: -(own.income_statement.tax_amount ?? 0),
    'Processing fee': -(own.income_statement.client_payment_processing_fee ?? 0),
    Commission: -(own.income_statement.contribution_amount_exclude_tax ?? 0),
  };
  for (const [name, cents] of Object.entries(figures)) {
    await expect(line(page, name)).toHaveText(money(cents ?? Number.NaN));
  }
  await expect(page.getByText(/^The commission is a share of gross revenue\./)).toBeVisible();
  const off = Object.entries(figures).slice(1);
  const left = off.reduce((so, [, cents]) => so + (cents ?? 0), month.gross_revenue);
  expect(left).toBe(month.net_revenue);
  await expect(line(page, 'Enforcement', 'Revenue uplift')).toHaveText(
    money(own.revenue_uplift.enforcement_revenue ?? -1),
  );
  await test.step('the downloads are named by property and range, and their sum equals the property’s report', async () => {
    const take = async (contents: string) => {
      await page.getByRole('button', { name: 'Download', exact: true }).click();
      await page.getByRole('radio', { name: contents }).check();
      const file = await downloadBy(page.getByRole('button', { name: 'Download CSV' }));
      await expect(page.getByRole('dialog')).toHaveCount(0);
      const text = file.content.toString().replace('\uFEFF', '');
      const [head = '', ...rows] = text.trimEnd().split('\r\n');
      return { name: file.name, head: head.split(','), rows };
    };
    const lot = inName(spot.name);
    const statement = await take('Income statement');
    expect(statement.name).toBe(`income-statement ${lot} ${start} ${end}.csv`);
    const cell = (row: string, name: string) =>
      Math.round(Number(row.split(',')[statement.head.indexOf(name)]) * 100);
    expect(statement.rows).toHaveLength(1);
    expect(cell(statement.rows[0] ?? '', 'Net revenue')).toBe(month.net_revenue);
    const movements = await take('Every movement');
    expect(movements.name).toBe(`movements ${lot} ${start} ${end}.csv`);
    const at = movements.head.indexOf('Net revenue') - movements.head.length;
    const net = movements.rows.map((row) => Math.round(Number(row.split(',').at(at)) * 100));
    expect(net.reduce((so, cents) => so + cents, 0)).toBe(month.net_revenue);
    expect(movements.rows.length).toBeGreaterThan(100);
  });
  await test.step('the PDF of the statement is named by property and range, and only the statement is offered as PDF', async () => {
    await page.getByRole('button', { name: 'Download', exact: true }).click();
    await page.getByRole('radio', { name: 'PDF' }).check();
    const file = await downloadBy(page.getByRole('button', { name: 'Download PDF' }));
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(file.name).toBe(`income-statement ${inName(spot.name)} ${start} ${end}.pdf`);
    expect(file.content.subarray(0, 5).toString()).toBe('%PDF-');
    expect(file.content.length).toBeGreaterThan(10_000);

    await page.getByRole('button', { name: 'Download', exact: true }).click();
    await page.getByRole('radio', { name: 'PDF' }).check();
    await page.getByRole('radio', { name: 'Every movement' }).check();
    await expect(page.getByRole('radio', { name: 'PDF' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Download CSV' })).toBeVisible();
  });
});

test('the income statement defaults to the month to date of all properties and keeps its filters in the URL', async ({
  page,
}) => {
  const { organization, spot } = await spotNamed('admin', 'Long Beach Breakwater Lot');
  await signIn(page, 'admin');
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/reports/income_statement') {
      requests.push(`${searchParams.get('start_date')} ${searchParams.get('end_date')}`);
    }
  });
  await page.goto(path(organization.pk));
  await expect(line(page, 'Net revenue')).toBeVisible();
  await expect(page.getByText(/The properties are in \d time zones/)).toBeVisible();
  const [month = ''] = requests;
  const [start = '', end = ''] = month.split(' ');
  expect(start).toBe(`${end.slice(0, 7)}-01`);
  const { organization: whole } = await readStatement(organization.pk, start, end);
  await expect(line(page, 'Gross revenue')).toHaveText(money(whole.income_statement.revenue ?? -1));

  const main = page.getByRole('main');
  await main.getByRole('combobox', { name: 'Property' }).click();
  await page.getByRole('option', { name: 'Long Beach Breakwater Lot' }).click();
  await expect(page).toHaveURL(new RegExp(`spotPk=${spot.pk}`));
  await main.getByRole('button', { name: /^Dates/ }).click();
  await page.getByRole('button', { name: 'Last month' }).click();
  await expect(page).toHaveURL(/startDate=\d{4}-\d\d-01&endDate=\d{4}-\d\d-\d\d/);
  await expect(line(page, 'Net revenue')).toBeVisible();
  expect(new Set(requests).size).toBe(requests.length);

  const before = requests.length;
  await main.getByRole('button', { name: /^Dates/ }).click();
  await page.getByRole('button', { name: 'This month' }).click();
  await expect(line(page, 'Net revenue')).toBeVisible();
  // The range was read before and is fresh for ten minutes.
  expect(requests.length).toBe(before);
  await test.step('the income statement of a property without prices says that there is no revenue', async () => {
    const library = await spotNamed('admin', 'Desert Willow');
    await visit(page, path(organization.pk, { spotPk: String(library.spot.pk) }));
    await expect(panel(page, 'Breakdown')).toContainText('No revenue in this range');
    await expect(panel(page, 'Revenue uplift')).toHaveCount(0);
  });
});

const inName = (words: string) => words.toLowerCase().replace(/[^a-z0-9]+/g, '-');

test.describe('when the server fails', () => {
  test.use({ tolerate: /status of 500/ });

  test('a failed income statement and a failed download say so and can be tried again', async ({
    page,
  }) => {
    let broken = true;
    await page.route(/\/api\/(reports|downloads)\/income_statement/, (route) =>
      broken ? route.fulfill({ status: 500, json: {} }) : route.continue(),
    );
    await openOrganization(page, 'admin', 'Cactus', 'income-statement');
    await expect(panel(page, 'Breakdown').getByRole('alert')).toContainText(
      'Could not fetch reports',
    );
    await page.getByRole('button', { name: 'Download', exact: true }).click();
    await page.getByRole('button', { name: 'Download CSV' }).click();
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('Something went wrong');
    broken = false;
    const { name } = await downloadBy(page.getByRole('button', { name: 'Download CSV' }));
    expect(name).toContain('income-statement cactus-coast-parking');
    await panel(page, 'Breakdown').getByRole('button', { name: 'Try again' }).click();
    await expect(line(page, 'Net revenue')).toBeVisible();
  });
});
