import { aggregatorRentalsRoutes } from './features/aggregator-rentals/aggregator-rentals.routes.ts';
import { apiKeysRoutes } from './features/api-keys/api-keys.routes.ts';
import { auditEntriesRoutes } from './features/audit-entries/audit-entries.routes.ts';
import { camerasRoutes } from './features/cameras/cameras.routes.ts';
import { customReportsRoutes } from './features/custom-reports/custom-reports.routes.ts';
import { driverInsightsRoutes } from './features/driver-insights/driver-insights.routes.ts';
import { driversRoutes } from './features/drivers/drivers.routes.ts';
import { eventsRoutes } from './features/events/events.routes.ts';
import { evidenceRoutes } from './features/evidence/evidence.routes.ts';
import { figuresRoutes } from './features/figures/figures.routes.ts';
import { healthRoutes } from './features/health/health.routes.ts';
import { incomeStatementRoutes } from './features/income-statement/income-statement.routes.ts';
import { ingestRoutes } from './features/ingest/ingest.routes.ts';
import { kiosksRoutes } from './features/kiosks/kiosks.routes.ts';
import { localIntelligenceRoutes } from './features/local-intelligence/local-intelligence.routes.ts';
import { organizationsRoutes } from './features/organizations/organizations.routes.ts';
import { ownSpotsRoutes } from './features/own-spots/own-spots.routes.ts';
import { makeBankChangeMailer } from './features/payouts/bank-change-mail.ts';
import { makeAccountFollower } from './features/payouts/payout-requirements.ts';
import {
  makeOrganizationPayer,
  makePayoutFollower,
  makePayoutSweeper,
} from './features/payouts/payouts.jobs.ts';
import { payoutsRoutes } from './features/payouts/payouts.routes.ts';
import { picturesRoutes } from './features/pictures/pictures.routes.ts';
import { plateSearchesRoutes } from './features/plate-searches/plate-searches.routes.ts';
import { pricingRoutes } from './features/pricing/pricing.routes.ts';
import {
  makeDriverEraser,
  makeRequestSweeper,
} from './features/privacy-requests/privacy-requests.jobs.ts';
import { privacyRequestsRoutes } from './features/privacy-requests/privacy-requests.routes.ts';
import {
  makeChargeFollower,
  makeDisputeFollower,
} from './features/processor-events/charge-events.ts';
import {
  makeEventHandler,
  makeEventSweeper,
} from './features/processor-events/processor-events.jobs.ts';
import { processorEventsRoutes } from './features/processor-events/processor-events.routes.ts';
import { promoCodesRoutes } from './features/promo-codes/promo-codes.routes.ts';
import { makePropertyRequestMailer } from './features/property-requests/property-requests.jobs.ts';
import { propertyRequestRoutes } from './features/property-requests/property-requests.routes.ts';
import { ratesRoutes } from './features/rates/rates.routes.ts';
import { refundsRoutes } from './features/refunds/refunds.routes.ts';
import { makeRefundSweeper } from './features/refunds/refunds.ts';
import { rentalsRoutes } from './features/rentals/rentals.routes.ts';
import { dailyReportsRoutes } from './features/reports/daily-reports.routes.ts';
import { makeMonthCloser } from './features/reports/reports.jobs.ts';
import { reportsRoutes } from './features/reports/reports.routes.ts';
import { makeRetentionRunner } from './features/retention/retention.jobs.ts';
import { retentionRoutes } from './features/retention/retention.routes.ts';
import { revenueRoutes } from './features/revenue/revenue.routes.ts';
import { revenueBridgeRoutes } from './features/revenue-bridge/revenue-bridge.routes.ts';
import { reviewsRoutes } from './features/reviews/reviews.routes.ts';
import { makeDaySealer } from './features/seals/seals.jobs.ts';
import { sealsRoutes } from './features/seals/seals.routes.ts';
import { sessionRoutes } from './features/session/session.routes.ts';
import { makeCodeSender } from './features/session/session-codes.ts';
import { spotsRoutes } from './features/spots/spots.routes.ts';
import { storiesRoutes } from './features/stories/stories.routes.ts';
import { makeNewRoleMailer } from './features/superuser/new-role-mail.ts';
import { superuserRoutes } from './features/superuser/superuser.routes.ts';
import { makeInvitationSender } from './features/team/team.jobs.ts';
import { teamRoutes } from './features/team/team.routes.ts';
import { timelineRoutes } from './features/timeline/timeline.routes.ts';
import { driverRoutes } from './features/valet/driver.routes.ts';
import {
  makePaymentFollower,
  makeValetCodeSender,
  makeValetConfirmationSender,
  makeValetOrderSweeper,
} from './features/valet/valet.jobs.ts';
import { valetRoutes } from './features/valet/valet.routes.ts';
import type { ValetLinks } from './features/valet/valet-links.ts';
import { violationsRoutes } from './features/violations/violations.routes.ts';
import { visibilityRoutes } from './features/visibility/visibility.routes.ts';
import { visitorCodesRoutes } from './features/visitor-codes/visitor-codes.routes.ts';
import { visitorsRoutes } from './features/visitors/visitors.routes.ts';
import { makeImportUndoer } from './features/visitors-csv/undo.jobs.ts';
import {
  makeImportSweeper,
  makeVisitorImporter,
} from './features/visitors-csv/visitors-csv.jobs.ts';
import { visitorsCsvRoutes } from './features/visitors-csv/visitors-csv.routes.ts';
import { makeVisitSettler, makeVisitSweeper } from './features/visits/visits.jobs.ts';
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
