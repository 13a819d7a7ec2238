import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { openSilentCameraCount } from './features/cars/cameras/silent-cameras.ts';
import { readWaiting } from './features/cars/plate-desk/waiting.queries.ts';
import { countSetAside } from './features/cars/visits/set-aside.ts';
import { valetLinks } from './features/operations/valet/valet-links.ts';
import type { IdentityProvider } from './features/people/session/identity-provider.ts';
import { openIdentityProvider } from './features/people/session/identity-provider.ts';
import { signOnRoutes } from './features/people/session/sign-on.routes.ts';
import { serveApiDocs } from './features/platform/api-docs/api-docs.routes.ts';
import { serveMetrics } from './features/platform/metrics/metrics.routes.ts';
import { refuseMissingFeature } from './features/platform/spots/spot-features.ts';
import { serveFeatures } from './features.ts';
import { makeFirstWords } from './first-words.ts';
import type { Callers } from './kernel/access/callers.ts';
import { createLimiter } from './kernel/access/limits.ts';
import { pictureAddresses } from './kernel/access/picture-addresses.ts';
import { scopeMaker } from './kernel/access/scope.ts';
import type { SecretBox } from './kernel/access/secrets.ts';
import type { Clock } from './kernel/clock.ts';
import type { OpenedStore } from './kernel/data/bucket/open-files.ts';
import type { Database } from './kernel/data/database.ts';
import type { FileStore } from './kernel/data/files.ts';
import type { ErrorReports } from './kernel/errors/error-reports.ts';
import { makeHttp } from './kernel/http/http.ts';
import { readLargeJson } from './kernel/http/large-json.ts';
import type { Publish } from './kernel/http/live.ts';
import { servePages } from './kernel/http/pages.ts';
import { makeServe } from './kernel/http/serve.ts';
import { createLoadLimits } from './kernel/load/load-limits.ts';
import { openMessages } from './open-messages.ts';
import { toPageSettings } from './page-settings.ts';
import type { Processors } from './processor/open-processor.ts';
import { sandboxRoutes } from './processor/sandbox.routes.ts';
import { conflictConstraints } from './records/conflicts.ts';
import { makeOwnerFinder } from './records/platform/record-owners.ts';
import { logPlateSearch } from './records/trust/plate-searches.ts';

/** Everything an app depends on; tests pass their own database and clock. */
export interface AppParts extends Callers {
  config: Config;
  database: Database;
  secretBox: SecretBox;
  clock: Clock;
  files: FileStore;
  /** The object store, if files aren't in a folder. */
  fileStorage?: { store: OpenedStore | null } | undefined;
  processors: Processors;
  /** Notifies the browsers that watch a property. */
  publish: Publish;
  /** Whether this process runs jobs. */
  areJobsRunning: () => boolean;
  errorReports: ErrorReports;
  /** Where log lines go, instead of stdout. */
  logTo?: { write(line: string): void } | undefined;
}

/** Where drivers enter their card, in Stripe's own fields if Stripe is in use. */
const driverPages = /^\/(car\/[^/]+|appeal)\/?$/;

const webFolder = join(import.meta.dirname, '../../web/dist');

/** The identity provider from the settings; null if single sign-on is off. */
function createIdentityProvider(config: Config): IdentityProvider | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: secret } = config;
  if (!issuer || !clientId || !secret) return null;
  return openIdentityProvider({ issuer, clientId, clientSecret: secret });
}

/** Other origins that the pages may connect to. */
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
  const { processor, sandbox, webhooks } = deps.processors;
  const limits = createLoadLimits(config);
  const app = makeHttp({
    logLevel: config.LOG_LEVEL,
    trustProxy: config.TRUST_PROXY,
    publicUrl: config.PUBLIC_URL,
    limits,
    errorReports: deps.errorReports,
    conflicts: conflictConstraints,
    logTo: deps.logTo,
  });
  const store = deps.fileStorage?.store ?? null;
  app.decorate('loadLimits', limits);
  readLargeJson(app);
  serveApiDocs(app, config.PUBLIC_URL);
  serveMetrics(app, {
    token: config.METRICS_TOKEN,
    limits,
    database,
    clock,
    store,
    countSilentCameras: openSilentCameraCount(database.system),
    countSetAside,
  });
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
    findOwner: makeOwnerFinder(database),
    refuseMissingFeature,
    keepSearch: logPlateSearch,
  });
  const sql = database.system;
  const limiter = createLimiter(sql);
  const { PUBLIC_URL: publicUrl, DATA_DIR: dataDir, BACKUP_DIR: backupDir } = config;
  serveFeatures(serve, {
    sql,
    replicas: database.pools.replicas,
    limiter,
    sessions,
    spots,
    secretBox,
    clock,
    files,
    store,
    pictures: pictureAddresses(secretBox),
    processor,
    // Outside of the demo, the sandbox must not make anything paid for drivers who sign in nowhere.
    takesCards: sandbox === null || config.DEMO,
    webhooks,
    links: valetLinks(secretBox),
    publish,
    publicUrl,
    dataDir,
    backupDir,
    areJobsRunning: deps.areJobsRunning,
    countSetAside,
    readWaiting,
    outside: { allowPrivate: config.OUTSIDE_PRIVATE },
    ...openMessages(config, { sql, secretBox, clock, show: (line) => app.log.info(line) }),
    openLinkScope: scopeMaker(database, 'links').link,
  });
  const provider = createIdentityProvider(config);
  if (provider) {
    signOnRoutes(app, {
      sql,
      limiter,
      secretBox,
      clock,
      provider,
      publicUrl,
    });
  }
  if (sandbox) sandboxRoutes(serve, { limiter, sandbox });
  await servePages(app, {
    folder: webFolder,
    settings: toPageSettings(config),
    connectTo: listConnectOrigins(config, sandbox === null),
    imagesFrom: store?.publicOrigin ?? null,
    writeFirstWords: makeFirstWords(app),
    cardPages: sandbox === null ? driverPages : undefined,
  });
  return app;
}
