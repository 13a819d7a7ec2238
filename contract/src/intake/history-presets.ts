import type { HistoryColumn } from './history-columns.ts';

/** Exports of other systems that are recognized by their column names. */
export const historyPresetNames = [
  'stripe_payments',
  'stripe_balance',
  'square',
  'parkmobile',
] as const;
export type HistoryPresetName = (typeof historyPresetNames)[number];

interface HistoryPreset {
  label: string;
  /** Where the column names are published, and when that was read. */
  source: string;
  read_on: string;
  /** Column names that a file must have, and what each contains. */
  columns: Readonly<Record<string, HistoryColumn>>;
  /** Column names that a file may have. */
  optional: Readonly<Record<string, HistoryColumn>>;
  /** The zone of its times, if it has one. */
  zone: string | null;
  /** Whether its amounts have tips and fees of apps in them; null if that isn’t published. */
  extras: boolean | null;
}

/** Only names that are published. What a file has beside them is guessed like in any other. */
export const historyPresets: Readonly<Record<HistoryPresetName, HistoryPreset>> = {
  stripe_payments: {
    label: 'Stripe, payments',
    source: 'https://docs.cello.so/guides/attribution/stripe-reports',
    read_on: '2026-11-28',
    columns: { ID: 'id', 'Created (UTC)': 'paid_at', Amount: 'amount', Currency: 'currency' },
    optional: {
      'Amount Refunded': 'refund',
      Fee: 'fee',
      Status: 'status',
      'Customer Email': 'email',
    },
    zone: 'UTC',
    extras: null,
  },
  stripe_balance: {
    label: 'Stripe, itemized balance change',
    source: 'https://docs.stripe.com/reports/report-types',
    read_on: '2026-11-28',
    columns: {
      balance_transaction_id: 'ignore',
      created_utc: 'paid_at',
      currency: 'currency',
      gross: 'amount',
      fee: 'fee',
      reporting_category: 'kind',
      source_id: 'id',
    },
    optional: { net: 'net', charge_id: 'rental_id' },
    zone: 'UTC',
    extras: null,
  },
  square: {
    label: 'Square, transactions',
    source: 'https://trestlefinance.com/guides/square-transactions-csv-quickbooks',
    read_on: '2026-11-28',
    columns: {
      Date: 'paid_at',
      Time: 'paid_time',
      'Time Zone': 'zone',
      'Total Collected': 'amount',
      Fees: 'fee',
      'Payment ID': 'id',
    },
    optional: {
      Tax: 'tax',
      Tip: 'tip',
      'Partial Refunds': 'refund',
      'Net Total': 'net',
      'Event Type': 'kind',
      Location: 'property',
    },
    zone: null,
    extras: true,
  },
  parkmobile: {
    label: 'ParkMobile, EasyPark operator report',
    source:
      'https://developer.easyparkgroup.com/openapi/operator-financial-reporting/operation/generateReport',
    read_on: '2026-11-28',
    columns: {
      PAYMENT_ID: 'id',
      START_PARKING_ON_LOCAL: 'starts_at',
      STOP_PARKING_ON_LOCAL: 'ends_at',
      PARKING_AMOUNT: 'amount',
    },
    optional: {
      PARKING_AMOUNT_VAT_AMOUNT: 'tax',
      CURRENCY: 'currency',
      LPN: 'plate',
      LPN_STATE: 'state',
    },
    zone: null,
    extras: null,
  },
};
