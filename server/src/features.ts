import { appealRulesRoutes } from './features/cars/appeals/appeal-rules.routes.ts';
import { appealsDetectors } from './features/cars/appeals/appeals.detectors.ts';
import { appealsJobs } from './features/cars/appeals/appeals.jobs.ts';
import { appealsRoutes } from './features/cars/appeals/appeals.routes.ts';
import { noticesRoutes } from './features/cars/appeals/notices.routes.ts';
import { camerasDetectors } from './features/cars/cameras/cameras.detectors.ts';
import { camerasRoutes } from './features/cars/cameras/cameras.routes.ts';
import { picturesRoutes } from './features/cars/images/images.routes.ts';
import { outcomesDetectors } from './features/cars/outcomes/outcomes.detectors.ts';
import { outcomesRoutes } from './features/cars/outcomes/outcomes.routes.ts';
import { plateChecksRoutes } from './features/cars/plate-checks/plate-checks.routes.ts';
import { plateDeskRoutes } from './features/cars/plate-desk/plate-desk.routes.ts';
import { serviceCarsRoutes } from './features/cars/plate-desk/service-cars.routes.ts';
import { timelineRoutes } from './features/cars/timeline/timeline.routes.ts';
import { violationsRoutes } from './features/cars/violations/violations.routes.ts';
import { visibilityDetectors } from './features/cars/visibility/visibility.detectors.ts';
import { visibilityRoutes } from './features/cars/visibility/visibility.routes.ts';
import { visitsDetectors } from './features/cars/visits/visits.detectors.ts';
import { visitsJobs } from './features/cars/visits/visits.jobs.ts';
import { apiKeysRoutes } from './features/intake/api-keys/api-keys.routes.ts';
import {
  detectFailedImports,
  handleImports,
  handleTidying,
} from './features/intake/files/public.ts';
import { historyRoutes } from './features/intake/history/history.routes.ts';
import { historyFiles } from './features/intake/history/history-kind.ts';
import { ingestRoutes } from './features/intake/ingest/ingest.routes.ts';
import { visitorFiles } from './features/intake/visitors-csv/visitor-files.ts';
import { visitorsCsvRoutes } from './features/intake/visitors-csv/visitors-csv.routes.ts';
import { webhooksJobs } from './features/intake/webhooks/webhooks.jobs.ts';
import { webhooksRoutes } from './features/intake/webhooks/webhooks.routes.ts';
import { auditorLinksRoutes } from './features/money/auditor-links/auditor-links.routes.ts';
import { bankJobs } from './features/money/bank/bank.jobs.ts';
import { bankRoutes } from './features/money/bank/bank.routes.ts';
import { booksRoutes } from './features/money/books/books.routes.ts';
import { changesDetectors } from './features/money/changes/changes.detectors.ts';
import { revenueBridgeRoutes } from './features/money/changes/changes.routes.ts';
import { weekRoutes } from './features/money/changes/week.routes.ts';
import { closeJobs } from './features/money/close/close.jobs.ts';
import { closeRoutes } from './features/money/close/close.routes.ts';
import { customReportsRoutes } from './features/money/custom-reports/custom-reports.routes.ts';
import { homeRoutes } from './features/money/home/home.routes.ts';
import { incomeStatementRoutes } from './features/money/income-statement/income-statement.routes.ts';
import { figuresRoutes } from './features/money/ledger/figures.routes.ts';
import { lettersJobs } from './features/money/letters/letters.jobs.ts';
import { lettersRoutes } from './features/money/letters/letters.routes.ts';
import { payoutsDetectors } from './features/money/payouts/payouts.detectors.ts';
import { payoutsJobs } from './features/money/payouts/payouts.jobs.ts';
import { payoutsRoutes } from './features/money/payouts/payouts.routes.ts';
import { processorEventsDetectors } from './features/money/processor-events/processor-events.detectors.ts';
import { processorEventsJobs } from './features/money/processor-events/processor-events.jobs.ts';
import { processorEventsRoutes } from './features/money/processor-events/processor-events.routes.ts';
import { refundsRoutes } from './features/money/refunds/refunds.routes.ts';
import { refundsJobs } from './features/money/refunds/refunds.ts';
import { remittancesRoutes } from './features/money/remittances/remittances.routes.ts';
import { dailyReportsRoutes } from './features/money/reports/daily-reports.routes.ts';
import { reportsRoutes } from './features/money/reports/reports.routes.ts';
import { revenueRoutes } from './features/money/reports/revenue.routes.ts';
import { taxesRoutes } from './features/money/taxes/taxes.routes.ts';
import { calendarFeedsRoutes } from './features/operations/calendar-feeds/calendar-feeds.routes.ts';
import { eventsRoutes } from './features/operations/events/events.routes.ts';
import { kiosksRoutes } from './features/operations/kiosks/kiosks.routes.ts';
import { localIntelligenceRoutes } from './features/operations/local-intelligence/local-intelligence.routes.ts';
import { promoCodesRoutes } from './features/operations/promo-codes/promo-codes.routes.ts';
import { pricingRoutes } from './features/operations/rates/pricing.routes.ts';
import { ratesRoutes } from './features/operations/rates/rates.routes.ts';
import { driverRoutes } from './features/operations/valet/driver.routes.ts';
import { valetJobs } from './features/operations/valet/valet.jobs.ts';
import { valetRoutes } from './features/operations/valet/valet.routes.ts';
import { validationBillsRoutes } from './features/operations/validation-bills/validation-bills.routes.ts';
import { visitorCodesRoutes } from './features/operations/visitors/visitor-codes.routes.ts';
import { visitorsRoutes } from './features/operations/visitors/visitors.routes.ts';
import { aggregatorRentalsRoutes } from './features/people/aggregator-rentals/aggregator-rentals.routes.ts';
import { driverInsightsRoutes } from './features/people/driver-insights/driver-insights.routes.ts';
import { driversRoutes } from './features/people/drivers/drivers.routes.ts';
import { receivablesRoutes } from './features/people/receivables/receivables.routes.ts';
import { rentalsRoutes } from './features/people/rentals/rentals.routes.ts';
import { reviewsRoutes } from './features/people/reviews/reviews.routes.ts';
import { passkeysRoutes } from './features/people/session/passkeys.routes.ts';
import { sessionDetectors } from './features/people/session/session.detectors.ts';
import { sessionRoutes } from './features/people/session/session.routes.ts';
import { sessionJobs } from './features/people/session/session-codes.ts';
import { teamJobs } from './features/people/team/team.jobs.ts';
import { teamRoutes } from './features/people/team/team.routes.ts';
import { alertsJobs } from './features/platform/alerts/alerts.jobs.ts';
import { alertsRoutes } from './features/platform/alerts/alerts.routes.ts';
import { alertLimitsRoutes } from './features/platform/alerts/limits.routes.ts';
import type { Detector, DetectorDeps } from './features/platform/alerts/problem.ts';
import { watchedPlatesRoutes } from './features/platform/alerts/watched-plates.routes.ts';
import { healthDetectors } from './features/platform/health/health.detectors.ts';
import { healthRoutes } from './features/platform/health/health.routes.ts';
import { memberMessagesJobs } from './features/platform/member-messages/member-messages.jobs.ts';
import { organizationsRoutes } from './features/platform/organizations/organizations.routes.ts';
import { pushDevicesRoutes } from './features/platform/push-devices/push-devices.routes.ts';
import { messageServersRoutes } from './features/platform/setup/message-servers.routes.ts';
import { setupRoutes } from './features/platform/setup/setup.routes.ts';
import { ownSpotsRoutes } from './features/platform/spots/own-spots.routes.ts';
import { spotFieldsRoutes } from './features/platform/spots/spot-fields.routes.ts';
import { spotsRoutes } from './features/platform/spots/spots.routes.ts';
import { superuserJobs } from './features/platform/superuser/new-role-mail.ts';
import { superuserRoutes } from './features/platform/superuser/superuser.routes.ts';
import { auditEntriesRoutes } from './features/trust/audit-entries/audit-entries.routes.ts';
import { evidenceRoutes } from './features/trust/evidence/evidence.routes.ts';
import { exportsJobs } from './features/trust/organization-exports/exports.jobs.ts';
import { organizationExportsRoutes } from './features/trust/organization-exports/exports.routes.ts';
import { plateSearchesRoutes } from './features/trust/plate-searches/plate-searches.routes.ts';
import { privacyRequestsJobs } from './features/trust/privacy-requests/privacy-requests.jobs.ts';
import { privacyRequestsRoutes } from './features/trust/privacy-requests/privacy-requests.routes.ts';
import { retentionJobs } from './features/trust/retention/retention.jobs.ts';
import { retentionRoutes } from './features/trust/retention/retention.routes.ts';
import { sealsDetectors } from './features/trust/seals/seals.detectors.ts';
import { sealsJobs } from './features/trust/seals/seals.jobs.ts';
import { sealsRoutes } from './features/trust/seals/seals.routes.ts';
import { storiesRoutes } from './features/trust/stories/stories.routes.ts';
import type { Serve } from './kernel/http/call.ts';

/** The routes of each feature. */
const routes = [
  healthRoutes,
  sessionRoutes,
  passkeysRoutes,
  setupRoutes,
  messageServersRoutes,
  organizationsRoutes,
  spotsRoutes,
  spotFieldsRoutes,
  rentalsRoutes,
  driversRoutes,
  driverInsightsRoutes,
  localIntelligenceRoutes,
  promoCodesRoutes,
  reportsRoutes,
  dailyReportsRoutes,
  customReportsRoutes,
  revenueRoutes,
  aggregatorRentalsRoutes,
  booksRoutes,
  closeRoutes,
  auditorLinksRoutes,
  taxesRoutes,
  incomeStatementRoutes,
  revenueBridgeRoutes,
  weekRoutes,
  homeRoutes,
  lettersRoutes,
  figuresRoutes,
  pricingRoutes,
  eventsRoutes,
  calendarFeedsRoutes,
  ratesRoutes,
  reviewsRoutes,
  superuserRoutes,
  auditEntriesRoutes,
  plateSearchesRoutes,
  sealsRoutes,
  retentionRoutes,
  privacyRequestsRoutes,
  organizationExportsRoutes,
  violationsRoutes,
  appealRulesRoutes,
  appealsRoutes,
  noticesRoutes,
  receivablesRoutes,
  timelineRoutes,
  outcomesRoutes,
  plateChecksRoutes,
  plateDeskRoutes,
  serviceCarsRoutes,
  visibilityRoutes,
  storiesRoutes,
  evidenceRoutes,
  visitorCodesRoutes,
  validationBillsRoutes,
  visitorsRoutes,
  visitorsCsvRoutes,
  kiosksRoutes,
  teamRoutes,
  alertsRoutes,
  alertLimitsRoutes,
  watchedPlatesRoutes,
  apiKeysRoutes,
  webhooksRoutes,
  pushDevicesRoutes,
  ownSpotsRoutes,
  ingestRoutes,
  picturesRoutes,
  camerasRoutes,
  payoutsRoutes,
  bankRoutes,
  remittancesRoutes,
  historyRoutes,
  refundsRoutes,
  processorEventsRoutes,
  valetRoutes,
  driverRoutes,
];

/** The kinds of files whose rows become records. */
const importKinds = [historyFiles, visitorFiles];

/** The jobs of all features. */
export const jobs = [
  ...alertsJobs,
  ...appealsJobs,
  ...bankJobs,
  ...closeJobs,
  ...exportsJobs,
  ...handleImports(historyFiles),
  ...lettersJobs,
  ...memberMessagesJobs,
  ...payoutsJobs,
  ...privacyRequestsJobs,
  ...processorEventsJobs,
  ...refundsJobs,
  ...retentionJobs,
  ...sealsJobs,
  ...sessionJobs,
  ...superuserJobs,
  ...teamJobs,
  ...valetJobs,
  ...handleImports(visitorFiles),
  handleTidying(importKinds),
  ...visitsJobs,
  ...webhooksJobs,
];

/** Opens the detectors of all features. */
export const openDetectors = (deps: DetectorDeps): Detector[] =>
  [
    appealsDetectors,
    camerasDetectors,
    outcomesDetectors,
    visibilityDetectors,
    visitsDetectors,
    changesDetectors,
    () => [detectFailedImports(importKinds)],
    payoutsDetectors,
    processorEventsDetectors,
    sessionDetectors,
    healthDetectors,
    sealsDetectors,
  ].flatMap((open) => open(deps));

/** The dependencies of all features, as each declares them. */
type RouteDeps = (typeof routes)[number] extends (serve: Serve, deps: infer Deps) => void
  ? Deps
  : never;

/** Mounts the routes of all features. */
export function serveFeatures(serve: Serve, deps: RouteDeps): void {
  for (const mount of routes) mount(serve, deps);
}
