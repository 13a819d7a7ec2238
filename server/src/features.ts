import { camerasRoutes } from './features/cars/cameras/cameras.routes.ts';
import { picturesRoutes } from './features/cars/images/images.routes.ts';
import { ingestRoutes } from './features/cars/ingest/ingest.routes.ts';
import { timelineRoutes } from './features/cars/timeline/timeline.routes.ts';
import { violationsRoutes } from './features/cars/violations/violations.routes.ts';
import { visibilityRoutes } from './features/cars/visibility/visibility.routes.ts';
import { makeVisitSettler, makeVisitSweeper } from './features/cars/visits/visits.jobs.ts';
import { revenueBridgeRoutes } from './features/money/changes/changes.routes.ts';
import { customReportsRoutes } from './features/money/custom-reports/custom-reports.routes.ts';
import { incomeStatementRoutes } from './features/money/income-statement/income-statement.routes.ts';
import { figuresRoutes } from './features/money/ledger/figures.routes.ts';
import { makeBankChangeMailer } from './features/money/payouts/bank-change-mail.ts';
import { makeAccountFollower } from './features/money/payouts/payout-requirements.ts';
import {
  makeOrganizationPayer,
  makePayoutFollower,
  makePayoutSweeper,
} from './features/money/payouts/payouts.jobs.ts';
import { payoutsRoutes } from './features/money/payouts/payouts.routes.ts';
import {
  makeChargeFollower,
  makeDisputeFollower,
} from './features/money/processor-events/charge-events.ts';
import {
  makeEventHandler,
  makeEventSweeper,
} from './features/money/processor-events/processor-events.jobs.ts';
import { processorEventsRoutes } from './features/money/processor-events/processor-events.routes.ts';
import { refundsRoutes } from './features/money/refunds/refunds.routes.ts';
import { makeRefundSweeper } from './features/money/refunds/refunds.ts';
import { dailyReportsRoutes } from './features/money/reports/daily-reports.routes.ts';
import { makeMonthCloser } from './features/money/reports/reports.jobs.ts';
import { reportsRoutes } from './features/money/reports/reports.routes.ts';
import { revenueRoutes } from './features/money/reports/revenue.routes.ts';
import { eventsRoutes } from './features/operations/events/events.routes.ts';
import { kiosksRoutes } from './features/operations/kiosks/kiosks.routes.ts';
import { localIntelligenceRoutes } from './features/operations/local-intelligence/local-intelligence.routes.ts';
import { promoCodesRoutes } from './features/operations/promo-codes/promo-codes.routes.ts';
import { pricingRoutes } from './features/operations/rates/pricing.routes.ts';
import { ratesRoutes } from './features/operations/rates/rates.routes.ts';
import { driverRoutes } from './features/operations/valet/driver.routes.ts';
import {
  makePaymentFollower,
  makeValetCodeSender,
  makeValetConfirmationSender,
  makeValetOrderSweeper,
} from './features/operations/valet/valet.jobs.ts';
import { valetRoutes } from './features/operations/valet/valet.routes.ts';
import type { ValetLinks } from './features/operations/valet/valet-links.ts';
import { visitorCodesRoutes } from './features/operations/visitors/visitor-codes.routes.ts';
import { visitorsRoutes } from './features/operations/visitors/visitors.routes.ts';
import { makeImportUndoer } from './features/operations/visitors-csv/undo.jobs.ts';
import {
  makeImportSweeper,
  makeVisitorImporter,
} from './features/operations/visitors-csv/visitors-csv.jobs.ts';
import { visitorsCsvRoutes } from './features/operations/visitors-csv/visitors-csv.routes.ts';
import { aggregatorRentalsRoutes } from './features/people/aggregator-rentals/aggregator-rentals.routes.ts';
import { driverInsightsRoutes } from './features/people/driver-insights/driver-insights.routes.ts';
import { driversRoutes } from './features/people/drivers/drivers.routes.ts';
import { rentalsRoutes } from './features/people/rentals/rentals.routes.ts';
import { reviewsRoutes } from './features/people/reviews/reviews.routes.ts';
import { sessionRoutes } from './features/people/session/session.routes.ts';
import { makeCodeSender } from './features/people/session/session-codes.ts';
import { makeInvitationSender } from './features/people/team/team.jobs.ts';
import { teamRoutes } from './features/people/team/team.routes.ts';
import { apiKeysRoutes } from './features/platform/api-keys/api-keys.routes.ts';
import { healthRoutes } from './features/platform/health/health.routes.ts';
import { organizationsRoutes } from './features/platform/organizations/organizations.routes.ts';
import { makePropertyRequestMailer } from './features/platform/property-requests/property-requests.jobs.ts';
import { propertyRequestRoutes } from './features/platform/property-requests/property-requests.routes.ts';
import { ownSpotsRoutes } from './features/platform/spots/own-spots.routes.ts';
import { spotsRoutes } from './features/platform/spots/spots.routes.ts';
import { makeNewRoleMailer } from './features/platform/superuser/new-role-mail.ts';
import { superuserRoutes } from './features/platform/superuser/superuser.routes.ts';
import { auditEntriesRoutes } from './features/trust/audit-entries/audit-entries.routes.ts';
import { evidenceRoutes } from './features/trust/evidence/evidence.routes.ts';
import { plateSearchesRoutes } from './features/trust/plate-searches/plate-searches.routes.ts';
import {
  makeDriverEraser,
  makeRequestSweeper,
} from './features/trust/privacy-requests/privacy-requests.jobs.ts';
import { privacyRequestsRoutes } from './features/trust/privacy-requests/privacy-requests.routes.ts';
import { makeRetentionRunner } from './features/trust/retention/retention.jobs.ts';
import { retentionRoutes } from './features/trust/retention/retention.routes.ts';
import { makeDaySealer } from './features/trust/seals/seals.jobs.ts';
import { sealsRoutes } from './features/trust/seals/seals.routes.ts';
import { storiesRoutes } from './features/trust/stories/stories.routes.ts';
import type { Limiter } from './kernel/access/limits.ts';
import type { PictureAddresses } from './kernel/access/picture-addresses.ts';
import type { SecretBox } from './kernel/access/secrets.ts';
import type { Sessions } from './kernel/access/sessions.ts';
import type { SpotDirectory } from './kernel/access/spot-directory.ts';
import type { Clock } from './kernel/clock.ts';
import type { Database, SqlPool } from './kernel/data/database.ts';
import type { FileStore } from './kernel/data/files.ts';
import type { JobHandlers, JobName } from './kernel/data/jobs.ts';
import type { Replicas } from './kernel/data/replicas.ts';
import type { Serve } from './kernel/http/call.ts';
import type { Live } from './kernel/http/live.ts';
import type { Messenger } from './kernel/messages/messages.ts';
import type { PaymentProcessor } from './processor/processor.ts';
import type { Sandbox } from './processor/sandbox.ts';
import type { StripeWebhooks } from './processor/stripe-webhooks.ts';

/** What routes may need. Each feature names in its own types what it takes. */
export interface RouteDeps {
  /** Past all scopes, for calls that nobody is signed in for. */
  sql: SqlPool;
  replicas: Replicas | undefined;
  limiter: Limiter;
  sessions: Sessions;
  spots: SpotDirectory;
  secretBox: SecretBox;
  clock: Clock;
  files: FileStore;
  pictures: PictureAddresses;
  processor: PaymentProcessor;
  webhooks: StripeWebhooks | null;
  links: ValetLinks;
  publish: Live['publish'];
  publicUrl: string | undefined;
  dataDir: string;
  backupDir: string | undefined;
  areJobsRunning: () => boolean;
}

/** What jobs may need. */
export interface JobDeps {
  database: Database;
  sql: SqlPool;
  secretBox: SecretBox;
  clock: Clock;
  files: FileStore;
  processor: PaymentProcessor;
  /** null where Stripe is in use. */
  sandbox: Sandbox | null;
  links: ValetLinks;
  publish: Live['publish'];
  messenger: Messenger;
  publicUrl: () => string;
  supportEmail: string;
}

interface Feature {
  routes?: (serve: Serve, deps: RouteDeps) => void;
  jobs?: { [Name in JobName]?: (deps: JobDeps) => JobHandlers[Name] };
}

/** The features of the server: what each serves and the jobs that it does. */
const features = [
  { routes: healthRoutes },
  { routes: sessionRoutes, jobs: { send_login_code: makeCodeSender } },
  { routes: organizationsRoutes },
  { routes: spotsRoutes },
  { routes: rentalsRoutes },
  { routes: driversRoutes },
  { routes: driverInsightsRoutes },
  { routes: localIntelligenceRoutes },
  { routes: promoCodesRoutes },
  { routes: reportsRoutes, jobs: { close_months: makeMonthCloser } },
  { routes: dailyReportsRoutes },
  { routes: customReportsRoutes },
  { routes: revenueRoutes },
  { routes: aggregatorRentalsRoutes },
  { routes: incomeStatementRoutes },
  { routes: revenueBridgeRoutes },
  { routes: figuresRoutes },
  { routes: pricingRoutes },
  { routes: eventsRoutes },
  { routes: ratesRoutes },
  { routes: reviewsRoutes },
  { routes: superuserRoutes, jobs: { mail_new_role: makeNewRoleMailer } },
  { routes: auditEntriesRoutes },
  { routes: plateSearchesRoutes },
  { routes: sealsRoutes, jobs: { seal_days: (deps) => makeDaySealer(deps) } },
  { routes: retentionRoutes, jobs: { apply_retention: (deps) => makeRetentionRunner(deps) } },
  {
    routes: privacyRequestsRoutes,
    jobs: {
      erase_driver: (deps) => makeDriverEraser(deps),
      sweep_privacy_requests: makeRequestSweeper,
    },
  },
  { routes: violationsRoutes },
  { routes: timelineRoutes },
  { routes: visibilityRoutes },
  { routes: storiesRoutes },
  { routes: evidenceRoutes },
  { routes: visitorCodesRoutes },
  { routes: visitorsRoutes },
  {
    routes: visitorsCsvRoutes,
    jobs: {
      import_visitors: makeVisitorImporter,
      sweep_imports: makeImportSweeper,
      undo_import: makeImportUndoer,
    },
  },
  { routes: kiosksRoutes },
  { routes: teamRoutes, jobs: { send_invitation: makeInvitationSender } },
  { routes: propertyRequestRoutes, jobs: { mail_property_request: makePropertyRequestMailer } },
  { routes: apiKeysRoutes },
  { routes: ownSpotsRoutes },
  { routes: ingestRoutes },
  { routes: picturesRoutes },
  { routes: camerasRoutes },
  { jobs: { settle_visits: makeVisitSettler, sweep_visits: makeVisitSweeper } },
  {
    routes: payoutsRoutes,
    jobs: {
      pay_organization: makeOrganizationPayer,
      sweep_payouts: makePayoutSweeper,
      mail_bank_change: makeBankChangeMailer,
    },
  },
  { routes: refundsRoutes, jobs: { sweep_refund_orders: makeRefundSweeper } },
  {
    routes: processorEventsRoutes,
    jobs: {
      handle_processor_event: (deps) =>
        makeEventHandler(deps, {
          account: makeAccountFollower(deps),
          payout: makePayoutFollower(deps),
          transfer: makePayoutFollower(deps),
          charge: makeChargeFollower(deps),
          dispute: makeDisputeFollower(deps),
          payment: makePaymentFollower(deps),
        }),
      sweep_processor_events: makeEventSweeper,
    },
  },
  {
    routes: valetRoutes,
    jobs: {
      send_valet_code: makeValetCodeSender,
      send_valet_confirmation: makeValetConfirmationSender,
      sweep_valet_orders: makeValetOrderSweeper,
    },
  },
  { routes: driverRoutes },
] as const satisfies readonly Feature[];

/** Mounts the routes of all features. */
export function serveFeatures(serve: Serve, deps: RouteDeps): void {
  for (const feature of features) if ('routes' in feature) feature.routes(serve, deps);
}

type KeysOfEach<T> = T extends unknown ? keyof T : never;
type HandledJob = KeysOfEach<Extract<(typeof features)[number], { jobs: unknown }>['jobs']>;

/** The handlers of all jobs. A job without a feature is missing in the type. */
export function createJobHandlers(deps: JobDeps): Pick<JobHandlers, HandledJob> {
  const factories = features.flatMap((feature) =>
    'jobs' in feature ? Object.entries<(given: JobDeps) => unknown>(feature.jobs) : [],
  );
  return Object.fromEntries(
    factories.map(([name, makeHandler]) => [name, makeHandler(deps)]),
  ) as Pick<JobHandlers, HandledJob>;
}
