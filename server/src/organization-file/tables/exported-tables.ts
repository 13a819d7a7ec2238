import { carsTables } from './cars-tables.ts';
import type { ExportedTable } from './describe-table.ts';
import { moneyTables } from './money-tables.ts';
import { operationsTables } from './operations-tables.ts';
import { platformTables } from './platform-tables.ts';
import { trustTables } from './trust-tables.ts';

/** Every table of the export. */
export const exportedTables: readonly ExportedTable[] = [
  ...platformTables,
  ...moneyTables,
  ...carsTables,
  ...operationsTables,
  ...trustTables,
];

const sums = 'Sums of other tables, which the import computes again.';
const undoing =
  'How an import of history went, and how to undo it within a week. What it recorded is in the other tables.';
const messages = 'Who was notified of an alert. Nobody is notified again of those that are over.';
const state = 'A state of the installation that is over within minutes.';

/** Tables with rows of an organization that aren't exported, and why. */
export const leftOutTables: Readonly<Record<string, string>> = {
  alert_messages: messages,
  alert_mutes: messages,
  alert_notices: messages,
  calendar_feeds: 'Secrets in calendar programs. Subscribe again.',
  desk_claims: state,
  first_rentals: sums,
  history_imports: undoing,
  history_records: undoing,
  letter_choices: 'Which letters people of this installation get. Choose them again.',
  letters: 'Letters as this installation sent them. Their figures are in the other tables.',
  kiosks: 'Secrets of tablets. Set them up again.',
  member_messages: 'Messages that this installation sends.',
  organization_exports: 'Exports belong to the installation that made them.',
  payout_accounts:
    'The account at the installation’s payment processor. Connect the bank again, so that no payout is made twice.',
  refused_history_rows: undoing,
  rental_days: sums,
  rental_hours: sums,
  rental_stays: sums,
  retention_marks: 'Up to where rules have looked; the next night looks again.',
  revenue_days: sums,
  revenue_hours: sums,
  revenue_months: sums,
  revenue_sources: sums,
  search_purposes: state,
  spot_changes: 'When other pages must be refreshed.',
  tax_days: sums,
  tax_months: sums,
  visit_days: sums,
  visit_months: sums,
  webhook_deliveries: 'What was sent to other systems in the last days.',
  webhook_endpoints: 'Secrets of other systems. Add the webhooks again.',
};
