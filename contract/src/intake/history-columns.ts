/** What a column of an export can contain. */
export const historyFields = [
  'id',
  'rental_id',
  'kind',
  'property',
  'starts_at',
  'starts_time',
  'ends_at',
  'ends_time',
  'paid_at',
  'paid_time',
  'zone',
  'amount',
  'price',
  'tax',
  'fee',
  'refund',
  'refunded_at',
  'tip',
  'app_fee',
  'net',
  'total',
  'currency',
  'status',
  'rental_type',
  'price_monthly',
  'plate',
  'state',
  'name',
  'first_name',
  'last_name',
  'email',
  'phone',
] as const;
export type HistoryField = (typeof historyFields)[number];
/** Of these a file may have several columns, which are added up. */
export const sharedHistoryFields: readonly string[] = ['app_fee'];
export const historyColumns = [...historyFields, 'ignore'] as const;
export type HistoryColumn = (typeof historyColumns)[number];
