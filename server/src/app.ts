import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { aggregatorRentalsRoutes } from './features/aggregator-rentals/aggregator-rentals.routes.ts';
import { apiKeysRoutes } from './features/api-keys/api-keys.routes.ts';
import { auditEntriesRoutes } from './features/audit-entries/audit-entries.routes.ts';
import { camerasRoutes } from './features/cameras/cameras.routes.ts';
import { customReportsRoutes } from './features/custom-reports/custom-reports.routes.ts';
import { driverInsightsRoutes } from './features/driver-insights/driver-insights.routes.ts';
import { driversRoutes } from './features/drivers/drivers.routes.ts';
import { eventsRoutes } from './features/events/events.routes.ts';
import { healthRoutes } from './features/health/health.routes.ts';
import { incomeStatementRoutes } from './features/income-statement/income-statement.routes.ts';
import { ingestRoutes } from './features/ingest/ingest.routes.ts';
import { kiosksRoutes } from './features/kiosks/kiosks.routes.ts';
import { localIntelligenceRoutes } from './features/local-intelligence/local-intelligence.routes.ts';
import { organizationsRoutes } from './features/organizations/organizations.routes.ts';
import { ownSpotsRoutes } from './features/own-spots/own-spots.routes.ts';
import { payoutsRoutes } from './features/payouts/payouts.routes.ts';
import { picturesRoutes } from './features/pictures/pictures.routes.ts';
import { pricingRoutes } from './features/pricing/pricing.routes.ts';
import { promoCodesRoutes } from './features/promo-codes/promo-codes.routes.ts';
import { propertyRequestRoutes } from './features/property-requests/property-requests.routes.ts';
import { ratesRoutes } from './features/rates/rates.routes.ts';
import { rentalsRoutes } from './features/rentals/rentals.routes.ts';
import { dailyReportsRoutes } from './features/reports/daily-reports.routes.ts';
import { reportsRoutes } from './features/reports/reports.routes.ts';
import { revenueRoutes } from './features/revenue/revenue.routes.ts';
import { reviewsRoutes } from './features/reviews/reviews.routes.ts';
import { sessionRoutes } from './features/session/session.routes.ts';
import { signOnRoutes } from './features/session/sign-on.routes.ts';
import { spotsRoutes } from './features/spots/spots.routes.ts';
import { superuserRoutes } from './features/superuser/superuser.routes.ts';
import { teamRoutes } from './features/team/team.routes.ts';
import { timelineRoutes } from './features/timeline/timeline.routes.ts';
import { driverRoutes } from './features/valet/driver.routes.ts';
import { valetRoutes } from './features/valet/valet.routes.ts';
import { valetLinks } from './features/valet/valet-links.ts';
import { violationsRoutes } from './features/violations/violations.routes.ts';
import { visibilityRoutes } from './features/visibility/visibility.routes.ts';
import { visitorCodesRoutes } from './features/visitor-codes/visitor-codes.routes.ts';
import { visitorsRoutes } from './features/visitors/visitors.routes.ts';
import { visitorsCsvRoutes } from './features/visitors-csv/visitors-csv.routes.ts';
import type { Callers } from './kernel/access/callers.ts';
import type { IdentityProvider } from './kernel/access/identity-provider.ts';
import { openIdentityProvider } from './kernel/access/identity-provider.ts';
import { createLimiter } from './kernel/access/limits.ts';
import { pictureAddresses } from './kernel/access/picture-addresses.ts';
import { recordOwners } from './kernel/access/record-owners.ts';
import { scopeMaker } from './kernel/access/scope.ts';
import type { SecretBox } from './kernel/access/secrets.ts';
import type { Clock } from './kernel/clock.ts';
import type { Config } from './kernel/config.ts';
import type { Database } from './kernel/data/database.ts';
import type { FileStore } from './kernel/data/files.ts';
import type { ErrorReports } from './kernel/errors/error-reports.ts';
import { serveApiDocs } from './kernel/http/api-docs.ts';
import { makeHttp } from './kernel/http/http.ts';
import { readLargeJson } from './kernel/http/large-json.ts';
import type { Live } from './kernel/http/live.ts';
import { servePages } from './kernel/http/pages.ts';
import { makeServe } from './kernel/http/serve.ts';
import { createLoadLimits } from './kernel/load/load-limits.ts';
import { toPageSettings } from './page-settings.ts';
import type { Processors } from './processor/open-processor.ts';
import { sandboxRoutes } from './processor/sandbox.routes.ts';

/** Everything an app depends on; tests hand in their own database and clock. */
export interface AppParts extends Callers {
  config: Config;
  database: Database;
  secretBox: SecretBox;
  clock: Clock;
  files: FileStore;
  processors: Processors;
  /** Notifies the browsers that watch a property. */
  publish: Live['publish'];
  /** Whether this process works on jobs. */
  areJobsRunning: () => boolean;
  errorReports: ErrorReports;
  /** Where log lines go instead of stdout. */
  logTo?: { write(line: string): void };
}

const webFolder = join(import.meta.dirname, '../../web/dist');

/** The identity provider that the settings name; null when single sign-on is off. */
function createIdentityProvider(config: Config): IdentityProvider | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: secret } = config;
  if (!issuer || !clientId || !secret) return null;
  return openIdentityProvider({ issuer, clientId, clientSecret: secret });
}

/** Other origins that the pages may talk to. */
function listConnectOrigins(config: Config, withStripe: boolean): string[] {
  const { ERROR_REPORTING_DSN: dsn } = config;
  return [...(withStripe ? ['https://api.stripe.com'] : []), ...(dsn ? [new URL(dsn).origin] : [])];
}

/** Composes the features into one HTTP app. */
export async function makeApp(deps: AppParts): Promise<FastifyInstance> {
  const {
    config,
    database,
    sessions,
    spots,
    keys,
    feeds,
    kiosks,
    secretBox,
    clock,
    files,
    publish,
  } = deps;
  const { processor, sandbox } = deps.processors;
  const limits = createLoadLimits(config);
  const app = makeHttp({
    logLevel: config.LOG_LEVEL,
    trustProxy: config.TRUST_PROXY,
    publicUrl: config.PUBLIC_URL,
    limits,
    errorReports: deps.errorReports,
    logTo: deps.logTo,
  });
  app.decorate('loadLimits', limits);
  readLargeJson(app);
  await serveApiDocs(app);
  const pictures = pictureAddresses(secretBox);
  const serve = makeServe(app, {
    sessions,
    spots,
    changes: deps.changes,
    keys,
    feeds,
    kiosks,
    publish,
    clock,
    makeScopes: (lane) => scopeMaker(database, lane),
    limits,
    owners: recordOwners(database),
  });
  const sql = database.system;
  const limiter = createLimiter(sql);
  healthRoutes(serve, {
    sql,
    dataDir: config.DATA_DIR,
    areJobsRunning: deps.areJobsRunning,
  });
  sessionRoutes(serve, {
    sql,
    limiter,
    sessions,
    secretBox,
    publicUrl: config.PUBLIC_URL,
  });
  const provider = createIdentityProvider(config);
  if (provider) {
    signOnRoutes(app, {
      sql,
      limiter,
      secretBox,
      clock,
      provider,
      publicUrl: config.PUBLIC_URL,
    });
  }
  organizationsRoutes(serve);
  spotsRoutes(serve);
  rentalsRoutes(serve);
  driversRoutes(serve);
  driverInsightsRoutes(serve);
  localIntelligenceRoutes(serve);
  promoCodesRoutes(serve);
  reportsRoutes(serve);
  dailyReportsRoutes(serve);
  customReportsRoutes(serve);
  revenueRoutes(serve);
  aggregatorRentalsRoutes(serve);
  incomeStatementRoutes(serve, { limiter });
  pricingRoutes(serve);
  eventsRoutes(serve);
  ratesRoutes(serve);
  reviewsRoutes(serve);
  superuserRoutes(serve, { spots });
  auditEntriesRoutes(serve);
  violationsRoutes(serve, { pictures });
  timelineRoutes(serve, { pictures });
  visibilityRoutes(serve, { pictures });
  visitorCodesRoutes(serve);
  visitorsRoutes(serve, { limiter });
  visitorsCsvRoutes(serve, { sql, limiter, files });
  kiosksRoutes(serve, { sql, limiter, secretBox });
  teamRoutes(serve, { limiter });
  propertyRequestRoutes(serve, { sql });
  apiKeysRoutes(serve);
  ownSpotsRoutes(serve);
  ingestRoutes(serve, { publish, files });
  picturesRoutes(serve, { sql, files, pictures });
  camerasRoutes(serve, { secretBox, files, publish });
  payoutsRoutes(serve, { sql, limiter, secretBox, processor });
  valetRoutes(serve, { limiter, clock, processor, files, pictures, publish });
  driverRoutes(serve, { sql, limiter, processor, links: valetLinks(secretBox), publish });
  if (sandbox) sandboxRoutes(serve, { limiter, sandbox });
  await servePages(app, {
    folder: webFolder,
    settings: toPageSettings(config),
    connectTo: listConnectOrigins(config, sandbox === null),
  });
  return app;
}
