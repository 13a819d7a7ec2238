import type { FieldTexts } from './field-texts.ts';

export const moneyFields: FieldTexts = {
  // Ranges and filters of reports.
  start_date: ['The first day, at the property.', '2026-06-01'],
  end_date: ['The last day, at the property. It is included.', '2026-06-30'],
  'getRevenueBridge.start_date': [
    'Any day of the later month or week, at the property.',
    '2026-06-15',
  ],
  rental_group: [
    'Only rentals of this group: `transient` (hourly, daily, flat rate, free until hourly), `monthly`, or `enterprise` (companies and tenants).',
    'transient',
  ],
  'getDailyReports.rental_type': 'Only rentals of this type.',
  'downloadDailyReports.rental_type': 'Only rentals of this type.',
  'getFigure.rental_type': 'Only rentals of this type. Leave it out if you send `rental_group`.',
  'listFigureEntries.rental_type':
    'Only rentals of this type. Leave it out if you send `rental_group`.',
  'downloadFigureEntries.rental_type':
    'Only rentals of this type. Leave it out if you send `rental_group`.',
  'getFigure.source': ['Only what this system sent.', 'gate'],
  'getFigure.code': [
    'Only rentals that were booked with this discount code, deleted ones included.',
    'SUMMER5',
  ],
  'listFigureEntries.source': ['Only what this system sent.', 'gate'],
  'listFigureEntries.code': [
    'Only rentals that were booked with this discount code, deleted ones included.',
    'SUMMER5',
  ],
  'downloadFigureEntries.source': ['Only what this system sent.', 'gate'],
  'downloadFigureEntries.code': [
    'Only rentals that were booked with this discount code, deleted ones included.',
    'SUMMER5',
  ],
  'getFigure.hour': ['Only what moved in this hour of the day at the property, from 0 to 23.', '9'],
  'listFigureEntries.hour': [
    'Only what moved in this hour of the day at the property, from 0 to 23.',
    '9',
  ],
  'downloadFigureEntries.hour': [
    'Only what moved in this hour of the day at the property, from 0 to 23.',
    '9',
  ],
  'listFigureEntries.search': 'Only entries of this whole plate or whole reference.',
  'downloadFigureEntries.search': 'Only entries of this whole plate or whole reference.',
  order: 'The order of the entries.',
  cursor: 'The `next` of the page before, asked with the same question.',

  // The parts of money.
  gross: ['What drivers paid, in cents: charges and penalties, tax included.', 1080],
  gross_revenue: ['What drivers paid, in cents: charges and penalties, tax included.', 1080],
  gross_revenue_formatted: ['`gross_revenue` in dollars.', '$10.80'],
  refund: ['What the driver got back, in cents, tax included.', 540],
  refunds: ['What drivers got back, in cents, tax included.', 540],
  refund_amount: ['What drivers got back, in cents, tax included.', 540],
  refund_amount_formatted: ['`refund_amount` in dollars.', '$5.40'],
  count_of_refunds: 'How many refunds there were.',
  'parts.tax': 'The tax inside, in cents; below 0 for a refund, which gives it back.',
  'entries.tax': 'The tax inside, in cents; below 0 for a refund, which gives it back.',
  'totals.tax': 'The tax inside, less the tax of refunds, in cents.',
  tax_amount: ['The tax in what drivers paid, less the tax of refunds, in cents.', 80],
  tax_amount_formatted: ['`tax_amount` in dollars.', '$0.80'],
  'parts.processing_fee': 'What the payment processor kept, in cents.',
  'entries.processing_fee': 'What the payment processor kept, in cents.',
  'totals.processing_fee': 'What the payment processor kept, in cents.',
  client_payment_processing_fee: [
    'What the payment processor kept, in cents. Refunds don’t return it.',
    31,
  ],
  client_payment_processing_fee_formatted: ['`client_payment_processing_fee` in dollars.', '$0.31'],
  adjusted_revenue: ['Gross revenue less refunds, tax and processing fees, in cents.', 969],
  adjusted_revenue_formatted: ['`adjusted_revenue` in dollars.', '$9.69'],
  commission: ['Our share of the adjusted revenue, in cents.', 97],
  contribution_amount_exclude_tax: ['Our commission, in cents.', 97],
  contribution_amount_exclude_tax_formatted: [
    '`contribution_amount_exclude_tax` in dollars.',
    '$0.97',
  ],
  net: ['Adjusted revenue less commission, in cents.', 872],
  net_revenue: [
    'Adjusted revenue less commission, in cents. Below 0 with more refunds than charges.',
    872,
  ],
  net_revenue_formatted: ['`net_revenue` in dollars.', '$8.72'],
  enforcement_revenue:
    'The part of gross revenue, in cents, from penalties and from rentals that started by themselves when a known plate was seen.',
  marketing_revenue:
    'The part of gross revenue, in cents, from booking sites and discount codes. It may overlap with other parts.',
  dynamic_pricing_revenue:
    'What was paid above the base price for the same stays, in cents, as a part of gross revenue.',
  enterprise_revenue: 'The part of gross revenue, in cents, from companies and tenants.',
  enforcement:
    'The part of gross, in cents, that is a penalty or belongs to a rental that started by itself. It is never added to gross.',
  marketing:
    'The part of gross, in cents, that a booking site or a discount code brought. It is never added to gross.',
  dynamic_pricing: 'The part of gross, in cents, above the base price. It is never added to gross.',
  count_of_rentals: 'How many rentals there were, counted on the day of their first charge.',
  'weekly_usage.count_of_rentals':
    'How many rentals began on this weekday, in the two weeks before today.',
  'hourly_usage.count_of_rentals':
    'How many rentals began in this hour, in the two weeks before today.',

  // Reports.
  daily_reports: 'Each day of the month up to today.',
  'DailyReports.total': 'The sum of the days.',
  'DailyReports.monthly': 'The chosen month and the 11 before it, the oldest first.',
  weekly_usage: 'Rentals that began in the two weeks before today, by weekday.',
  hourly_usage: 'Rentals that began in the two weeks before today, by hour.',
  'DatedFigures.date': ['The day, or the first day of the month, at the property.', '2026-06-15'],
  'MonthlyRevenue.date': ['The first day of the month, at the property.', '2026-06-01'],
  'RevenueMonth.date': ['The first day of the month, at the property.', '2026-06-01'],
  'RevenueMonthByType.date': ['The first day of the month, at the property.', '2026-06-01'],
  hourly: 'Hourly rentals, with those that are free for the first hours.',
  daily: 'Daily rentals.',
  flat_rate: 'Flat-rate rentals.',
  monthly: 'Monthly rentals.',
  enterprise: 'Rentals of companies.',
  bulk_rental: 'Rentals of tenants with several spaces.',
  hourly_live:
    'Today’s gross revenue by hour at the property, `0` to `23`; hours without any are absent.',
  gmv: 'Gross revenue in cents.',
  'SpotReport.monthly': 'The last six months, with this one.',
  yearly: 'This year so far.',
  bulk_rentals: 'The tenants’ spaces and rentals.',
  total_slot_count: 'How many spaces tenants rent.',
  total_active_rentals: 'How many of the tenants’ rentals are active now.',
  dynamic_pricing_uplift:
    'What dynamic pricing added, as a ratio to the revenue at base prices: 0.125 is 12.5 percent.',
  last_seven_days: 'The ratio over the last 7 days; null if nothing was sold above the base price.',
  last_30_days: 'The ratio over the last 30 days; null if nothing was sold above the base price.',
  lifetime: 'The ratio over all time; null if nothing was sold above the base price.',
  enforcement_uplift: 'What enforcement brought.',
  seven_days: 'The last 7 days.',
  month_to_date: 'This month so far.',
  year_to_date: 'This year so far.',
  rental_count: 'How many rentals started by themselves.',
  includeThirdParty: 'Accepted for compatibility. It changes nothing.',

  // Income statement.
  income_statement: 'What drivers paid, what went off it, and what is left.',
  revenue_uplift:
    'Parts of the revenue by what earned them. They may overlap and are never added to it.',
  'getIncomeStatement.:query.organization': ['The organization, by its number or UUID.', '7'],
  'getIncomeStatement.organization': 'The statement of the whole organization.',
  'getIncomeStatement.spots': 'The statement of each property.',
  'Statement.uuid': 'The UUID of the organization or property.',
  revenue: 'Gross revenue in cents.',
  revenue_monthly: 'Gross revenue from monthly rentals, in cents.',
  revenue_transient:
    'Gross revenue from hourly, daily, flat-rate and free-until-hourly rentals, in cents.',
  revenue_enterprise: 'Gross revenue from companies and tenants, in cents.',
  net_income: 'Gross less refunds, tax, processing fees and commission, in cents.',
  net_income_monthly: 'The net income from monthly rentals, in cents.',
  net_income_transient:
    'The net income from hourly, daily, flat-rate and free-until-hourly rentals, in cents.',
  net_income_enterprise: 'The net income from companies and tenants, in cents.',

  // Figures and their entries.
  measure: ['What the figure measures.', 'net'],
  'Figure.total': 'The figure: cents, or a number of rentals.',
  'listFigureEntries.total':
    'The sum over all pages: cents, or a number of rentals. As a filter, `later` doesn’t wait for a sum that takes longer.',
  'Figure.count': 'How many ledger entries the figure is made of.',
  'listFigureEntries.up_to':
    'Where the sum was left for later: send it to `/api/figures/` with the same question. Else null.',
  'getFigure.up_to':
    'Counts only what a list of entries has that was begun without its sum: the `up_to` of its answer.',
  'listFigureEntries.next': 'The cursor of the next page; null on the last page.',
  'FigureEntry.occurred_at': 'When the money moved, in milliseconds since 1970.',
  'FigureEntry.kind': 'What kind of ledger entry it is.',
  'FigureEntry.spot': 'The property; null for a payout, which is of the organization.',
  'FigureEntry.rental_type': 'The type of the rental; null for a payout.',
  'FigureEntry.source': ['The system that sent the entry.', 'gate'],
  'FigureEntry.external_id': ['The ID of the entry in that system.', 'card-77'],
  'FigureEntry.rental': 'The rental that it belongs to; null if none.',
  'FigureEntry.violation': 'The violation that a penalty pays; null if its sender named none.',
  'FigureEntry.plate': 'The plate of the rental’s car; null if it isn’t known.',
  'FigureEntry.amount': 'What the entry adds to the figure: cents, or 1 for a rental.',
  running_total: 'The sum of the list up to this entry.',
  parts: 'The parts of the entry, in cents; null for callers who may not see money.',

  // Revenue bridge.
  period: 'The length of the two periods. Weeks are from Monday to Sunday.',
  earlier: 'The earlier period.',
  later: 'The later period.',
  'steps.earlier':
    'What was compared, in the earlier period: rentals or payments, minutes of the average stay, or cents; null for mixes and properties.',
  'steps.later':
    'What was compared, in the later period: rentals or payments, minutes of the average stay, or cents; null for mixes and properties.',
  'steps.spots.earlier': 'The charges of the property in the earlier period, in cents.',
  'steps.spots.later': 'The charges of the property in the later period, in cents.',
  entry_count: 'How many ledger entries are behind the net revenue.',
  is_partial:
    'Whether the later period isn’t over, so that the same number of days of both is compared.',
  'RevenueBridge.steps':
    'Why the net revenue differs, cause by cause. The steps add up to the change.',
  cause: 'The cause.',
  'steps.rental_group': 'The group of rentals that the step is about; null for all.',
  'steps.amount': 'What the step adds to net revenue, in cents.',
  ratio:
    'By how much stays or prices changed for the same rentals: 0.1 is 10 percent more. null if nothing compares.',
  'steps.measure': 'The figure whose ledger entries are behind the step.',
  is_exact: 'Whether the difference of that figure is the step.',
  'steps.spots':
    'The properties that have charges in only one of the periods, for the cause `properties`.',
  types: 'Counts, charges and stays of all properties, by rental type.',
  'earlier.count': 'Rentals, or payments of monthly drivers, companies and tenants.',
  'later.count': 'Rentals, or payments of monthly drivers, companies and tenants.',
  'earlier.charges': 'What they paid, without penalties, in cents.',
  'later.charges': 'What they paid, without penalties, in cents.',
  stay_minutes: 'The average stay in minutes; null without any, and for types without a stay.',

  // Custom reports.
  'getDailyReports.month': [
    'The month, from 1 to 12. Without month and year, it is the current month.',
    '6',
  ],
  measures: 'What the report measures.',
  'getCustomReport.measures': ['What to measure, separated by commas.', 'gross,net'],
  'downloadCustomReport.measures': ['What to measure, separated by commas.', 'gross,net'],
  group: 'What the rows are grouped by.',
  groups: 'A row for each group.',
  'ReportGroup.key':
    'The group: a day, a week by its Monday, a month by its first day, a weekday from 1 (Monday), an hour, a rental type or a source.',
  'ReportGroup.days': 'How many days of the range, up to today, are in the group.',
  'CustomReport.total': 'The whole range.',
  'CustomReport.total.days': 'How many days of the range are not after today.',
  values: 'The measures that were asked for.',
  'MeasuredValues.rentals':
    'How many rentals there were, counted on the day of their first charge.',
  average_stay:
    'The average stay in minutes of hourly, daily and flat-rate rentals that start in the range; null without any.',
  'MeasuredValues.occupancy':
    'The average share of spaces in use: 0.5 is half of them. null if there is nothing to take it of.',
  range: '`fixed` for two days that stay; the others move with the calendar.',
  'SavedReport.start_date': 'The first day of a fixed range; null for others.',
  'SavedReport.end_date': 'The last day of a fixed range; null for others.',
  'createSavedReport.start_date': 'The first day of a fixed range; leave it out for others.',
  'createSavedReport.end_date': 'The last day of a fixed range; leave it out for others.',
  'SavedReport.name': ['The name of the report.', 'Weekends'],
  'createSavedReport.name': ['A name for the report, unique at the property.', 'Weekends'],
  'renameSavedReport.name': ['The new name of the report.', 'Weekends'],

  // Payouts.
  'listPayouts.results.amount':
    'What was sent to the bank, in cents; below 0 when one that came back is taken back.',
  formatted_amount: ['The amount in dollars.', '$872.00'],
  statement_descriptor: ['What the bank statement says.', 'LOTKEEPER 2026-05'],
  arrived_at:
    'When it was first known to be at the bank, in milliseconds since 1970; null if it isn’t yet, or nobody reports it.',
  'listPayouts.results.note': 'What somebody has to look at; null if nothing.',
  requirements:
    'What the payment processor still requires, as it last said; null if there is no account yet, or it wasn’t asked.',
  can_be_paid: 'Whether the account can be paid now.',
  due: [
    'The fields that are due, late ones too, by the payment processor’s names.',
    ['company.tax_id'],
  ],
  past_due: 'The fields that are late, which stops payouts.',
  is_checking: 'Whether the payment processor is checking what was entered.',
  disabled_reason:
    'Why the account was stopped, in the payment processor’s word; null if it wasn’t.',
  deadline:
    'Until when the fields must be entered, in milliseconds since 1970; null if no date is set.',
  'startPayoutOnboarding.url': 'The URL of the payment processor’s page. It can be opened once.',
  'stripe-signature': 'The signature that Stripe makes of the event.',
  received: 'Always `true`; otherwise the answer is an error.',
  failure: 'Why the bank or the payment processor sent it back; null if it went out.',
  'downloadMonthlyPayout.month': 'The month; without it, the month before this one.',
  bank_account: 'The bank account that payouts go to; null if there is none.',
  bank_name: 'The name of the bank.',
  last_four: 'The last four digits.',
  has_ein: 'Whether the organization’s EIN is known to the payment processor.',
  representative: 'The name of the organization’s representative; null if there is none.',
  payout_schedule: 'How often payouts go out.',
  held_until:
    'Until when nothing is paid out, in milliseconds since 1970; null if nothing is held.',
  future_payout:
    'Everything earned and not paid out yet, in cents. Below 0 when refunds outweigh it.',
  'updatePayoutAccount.token': 'The token of the payment processor for the new data.',
  'updatePayoutAccount.code': 'The verification code, required for a new bank account.',
  medium: 'How the code was sent.',
  target: ['Where the code was sent.', 'ana@example.com'],

  // The payment sandbox.
  'createProcessorToken.kind': 'What the token stands for.',
  routing_number: ['The routing number of the bank, 9 digits.', '110000000'],
  account_number: ['The account number, 5 to 17 digits.', '000123456789'],
  ein: ['The EIN of the organization.', '12-3456789'],
  birth_date: ['The birth date of the representative, an adult, as MM/DD/YYYY.', '04/30/1980'],
  'createProcessorToken.token': 'The token. It works for 30 minutes.',
  'confirmSandboxPayment.confirmed': 'Always true.',
  'createCardToken.token': 'The token. It works for 30 minutes.',
  number: ['The number of the card.', '4242424242424242'],
  exp_month: ['The month when the card expires, two digits.', '04'],
  exp_year: ['The year when the card expires, four digits.', '2030'],
  cvc: ['The security code of the card.', '123'],
  'listCardPayments.payment': 'What names the payment in a refund.',
  'createRefund.payment': 'What names the payment, as the list of card payments does.',
  'listCardPayments.paid_at': 'When it was paid, in milliseconds since 1970.',
  'createRefund.paid_at': 'When it was paid, in milliseconds since 1970.',
  left: 'What is left to refund of it, in cents.',
  client_secret:
    'What Stripe’s fields need to put the card on file; null with the sandbox, which takes the card’s number.',
};
