import { addMonths, startOfMonth, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { cents, sum } from '@lotkeeper/contract/kernel/money';
import { parseMonth } from '@lotkeeper/contract/kernel/month-year';
import { computeAdjusted, computeNet } from '@lotkeeper/contract/ledger';
import {
  downloadMonthlyPayout,
  downloadPayouts,
  getPayoutAccount,
  listPayouts,
  payoutsReturnPath,
  refreshPayoutRequirements,
  requestPayoutCode,
  startPayoutOnboarding,
  updatePayoutAccount,
} from '@lotkeeper/contract/payouts';
import type { Limiter } from '../../kernel/access/limits.ts';
import type { SecretBox } from '../../kernel/access/secrets.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { SqlPool } from '../../kernel/data/database.ts';
import { enqueue } from '../../kernel/data/jobs.ts';
import type { Serve } from '../../kernel/http/call.ts';
import type { CsvCell } from '../../kernel/http/csv.ts';
import { CsvFile } from '../../kernel/http/csv.ts';
import { inFileName } from '../../kernel/http/downloads.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { PaymentProcessor } from '../../processor/processor.ts';
import { readOrganization } from '../../records/organization-name.ts';
import { changeAccount } from './payout-account-change.ts';
import { readPhone } from './payout-accounts.queries.ts';
import { askRequirements, startOnboarding } from './payout-onboarding.ts';
import type { MonthOfSpot } from './payouts.queries.ts';
import {
  everyMonthOfSpot,
  everyPayout,
  listPayoutRows,
  readPayoutAccount,
} from './payouts.queries.ts';

/** Codes that a person may ask for in an hour here; how many go out is bound beside that. */
const codesAnHour = 20;

/** Calls to the processor that the Admins of an organization may cause here in an hour. */
const askedAnHour = 60;

/** Rows as cells, as they come. */
async function* toCellRows<Row>(
  rows: AsyncIterable<Row[]>,
  toCells: (row: Row) => CsvCell[],
): AsyncGenerator<CsvCell[][]> {
  for await (const page of rows) yield page.map(toCells);
}

/** What was paid out, what will be, and where it goes. */
export function payoutsRoutes(
  serve: Serve,
  deps: {
    sql: SqlPool;
    clock: Clock;
    limiter: Limiter;
    secretBox: SecretBox;
    processor: PaymentProcessor;
    publicUrl: string | undefined;
  },
): void {
  const { sql, limiter, processor } = deps;

  serve(listPayouts, async ({ scope, query }) => listPayoutRows(scope, query.page));

  serve(getPayoutAccount, async ({ scope, now }) =>
    readPayoutAccount(scope, { processor: processor.name, now }),
  );

  serve(requestPayoutCode, async ({ scope, now }) => {
    await limiter.enforce(`payout code ${scope.person.pk}`, codesAnHour, now);
    const { email } = scope.person;
    const target = email ?? (await readPhone(scope)) ?? '';
    const caller = 'signed_in';
    await enqueue(sql, 'send_login_code', { username: target, phone_country_code: '+1', caller });
    return { medium: email === null ? ('texted' as const) : ('emailed' as const), target };
  });

  serve(updatePayoutAccount, async ({ scope, body, now }) => {
    await changeAccount(deps, scope, body, now);
    return readPayoutAccount(scope, { processor: processor.name, now });
  });

  serve(startPayoutOnboarding, async ({ scope, now, request }) => {
    await limiter.enforce(`payout onboarding ${scope.organizationId}`, askedAnHour, now);
    const origin = deps.publicUrl ?? `${request.protocol}://${request.host}`;
    const returnUrl = `${origin.replace(/\/$/, '')}${payoutsReturnPath(scope.organizationId)}`;
    return { url: await startOnboarding(scope, processor, returnUrl) };
  });

  serve(refreshPayoutRequirements, async ({ scope, now }) => {
    await limiter.enforce(`payout requirements ${scope.organizationId}`, askedAnHour, now);
    await askRequirements(deps, scope);
    return readPayoutAccount(scope, { processor: processor.name, now });
  });

  serve(downloadPayouts, async ({ scope }) => {
    const name = `payouts ${inFileName((await readOrganization(scope)).name)}`;
    const columns = ['Date', 'Amount', 'Statement Description', 'Status'];
    const rows = toCellRows(everyPayout(scope), (row) => [
      row.local_date,
      { cents: row.amount },
      row.statement_descriptor,
      row.failure === null ? 'Paid' : 'Failed',
    ]);
    return new CsvFile(name, columns, rows);
  });

  serve(downloadMonthlyPayout, async ({ scope, query, now }) => {
    const lastMonth = addMonths(startOfMonth(toLocalDate(now, 'UTC')), -1);
    const month = parseMonth(query.month ?? '') ?? lastMonth;
    if (month > toLocalDate(now, 'Pacific/Kiritimati')) {
      const message = 'Must not be in the future.';
      throw new Refusal('invalid_fields', `month: ${message}`, { month: message });
    }
    const organization = inFileName((await readOrganization(scope)).name);
    const name = `monthly-payout ${organization} ${month.slice(0, 7)}`;
    return new CsvFile(
      name,
      monthColumns,
      toCellRows(withTotal(everyMonthOfSpot(scope, month)), monthCells),
    );
  });
}

/** The headings of the income statement's file, where both have the figure. */
const monthColumns = [
  'Property',
  'Rentals',
  'Gross revenue',
  'Refunds',
  'Taxes',
  'Processing fee',
  'Adjusted revenue',
  'Commission',
  'Net income',
];

const addMonth = (total: MonthOfSpot, month: MonthOfSpot): MonthOfSpot => ({
  name: total.name,
  rentals: total.rentals + month.rentals,
  gross: sum(total.gross, month.gross),
  refunds: sum(total.refunds, month.refunds),
  tax: sum(total.tax, month.tax),
  processing_fee: sum(total.processing_fee, month.processing_fee),
  commission: sum(total.commission, month.commission),
});

/** Adds the sum of all properties as the last row: its net income is what the month pays out. */
async function* withTotal(months: AsyncIterable<MonthOfSpot[]>): AsyncGenerator<MonthOfSpot[]> {
  const zero = cents(0);
  let total: MonthOfSpot = {
    name: 'Total',
    rentals: 0,
    gross: zero,
    refunds: zero,
    tax: zero,
    processing_fee: zero,
    commission: zero,
  };
  for await (const page of months) {
    total = page.reduce(addMonth, total);
    yield page;
  }
  yield [total];
}

function monthCells(row: MonthOfSpot): CsvCell[] {
  const { name, rentals, gross, refunds, tax, processing_fee, commission } = row;
  const adjusted = computeAdjusted(row);
  const money = [gross, refunds, tax, processing_fee, adjusted, commission, computeNet(row)];
  return [name, rentals, ...money.map((amount) => ({ cents: amount }))];
}
