import { addMonths, startOfMonth, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { parseMonth } from '@lotkeeper/contract/kernel/month-year';
import { figureMeasures } from '@lotkeeper/contract/money/figures';
import { computeAdjusted, computeNet } from '@lotkeeper/contract/money/ledger';
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
} from '@lotkeeper/contract/money/payouts';
import type { Limiter } from '../../../kernel/access/limits.ts';
import type { SecretBox } from '../../../kernel/access/secrets.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { SqlPool } from '../../../kernel/data/database.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import type { CsvColumns } from '../../../kernel/http/csv.ts';
import { moneyCell, toCsvFile } from '../../../kernel/http/csv.ts';
import { inFileName } from '../../../kernel/http/downloads.ts';
import type { MessageServers } from '../../../kernel/messages/message-servers.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { PaymentProcessor } from '../../../processor/processor.ts';
import { sumRows } from '../../../records/money/revenue.ts';
import { sendOwnCode } from '../../people/session/public.ts';
import { readOrganization } from '../../platform/organizations/public.ts';
import { changeAccount } from './payout-account-change.ts';
import { askRequirements, startOnboarding } from './payout-onboarding.ts';
import type { MonthOfSpot, PayoutRow } from './payouts.queries.ts';
import {
  listPayoutRows,
  readMonthOfSpots,
  readPayoutAccount,
  readPayouts,
  spotColumns,
} from './payouts.queries.ts';

/** Calls to the processor that the Admins of an organization may cause here per hour. */
const askedAnHour = 60;

const payoutColumns: CsvColumns<PayoutRow> = [
  ['Date', (row) => row.local_date],
  ['Amount', (row) => moneyCell(row.amount)],
  ['Statement Description', (row) => row.statement_descriptor],
  ['Status', (row) => (row.failure === null ? 'Paid' : 'Failed')],
];

/** The headings of the income statement's file, for figures that are in both. */
const monthColumns: CsvColumns<MonthOfSpot> = [
  ['Property', (row) => row.name],
  ['Rentals', (row) => row.rentals],
  [figureMeasures.gross.label, (row) => moneyCell(row.gross)],
  [figureMeasures.refunds.label, (row) => moneyCell(row.refunds)],
  [figureMeasures.tax.label, (row) => moneyCell(row.tax)],
  [figureMeasures.processing_fee.label, (row) => moneyCell(row.processing_fee)],
  [figureMeasures.adjusted.label, (row) => moneyCell(computeAdjusted(row))],
  [figureMeasures.commission.label, (row) => moneyCell(row.commission)],
  [figureMeasures.net.label, (row) => moneyCell(computeNet(row))],
];

/** Past and future payouts, and the account they go to. */
export function payoutsRoutes(
  serve: Serve,
  deps: {
    sql: SqlPool;
    clock: Clock;
    limiter: Limiter;
    secretBox: SecretBox;
    servers: MessageServers;
    processor: PaymentProcessor;
    publicUrl: string | undefined;
  },
): void {
  const { limiter, processor } = deps;

  serve(listPayouts, async ({ scope, query }) => listPayoutRows(scope, query.page));

  serve(getPayoutAccount, async ({ scope, now }) =>
    readPayoutAccount(scope, { processor: processor.name, now }),
  );

  serve(requestPayoutCode, async ({ session, now }) => sendOwnCode(deps, session, now));

  serve(updatePayoutAccount, async ({ scope, session, body, now }) => {
    await changeAccount(deps, scope, { ...body, session }, now);
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
    return toCsvFile(name, payoutColumns, [await readPayouts(scope)]);
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
    const months = await readMonthOfSpots(scope, month);
    // The net revenue of all properties is what the month pays out.
    const total = { name: 'Total', ...sumRows(months, spotColumns) };
    return toCsvFile(name, monthColumns, [[...months, total]]);
  });
}
