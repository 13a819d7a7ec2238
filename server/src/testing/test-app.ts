import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import type { AnswerOf, Endpoint, InputOf } from '@lotkeeper/contract/kernel/endpoint';
import type { ErrorEnvelope } from '@lotkeeper/contract/kernel/errors';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { makeApp } from '../app.ts';
import { openCallers } from '../callers.ts';
import { readConfig } from '../config.ts';
import type { Kiosks } from '../kernel/access/callers.ts';
import type { SecretBox } from '../kernel/access/secrets.ts';
import { createSecretBox } from '../kernel/access/secrets.ts';
import type { Sessions } from '../kernel/access/sessions.ts';
import type { SpotDirectory } from '../kernel/access/spot-directory.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Database } from '../kernel/data/database.ts';
import type { FileStore } from '../kernel/data/files.ts';
import { folderFiles } from '../kernel/data/files.ts';
import type { SpotChanges } from '../kernel/data/spot-changes.ts';
import type { ErrorReports } from '../kernel/errors/error-reports.ts';
import { noErrorReports } from '../kernel/errors/error-reports.ts';
import type { Publish } from '../kernel/http/live.ts';
import type { PaymentProcessor } from '../processor/processor.ts';
import type { Sandbox } from '../processor/sandbox.ts';
import { openSandbox } from '../processor/sandbox.ts';
import { openStripeWebhooks } from '../processor/stripe-webhooks.ts';
import { atEnd } from './at-end.ts';
import { checkDescribed } from './described-errors.ts';
import { testDatabase } from './test-database.ts';

/** A clock that stands still until it is set. */
export interface TestClock extends Clock {
  set(iso: string): void;
  forward(milliseconds: number): void;
}

export function clockAt(iso: string): TestClock {
  let now: number = fromIso(iso);
  const clock = () => now as Instant;
  return Object.assign(clock, {
    set: (to: string) => {
      now = fromIso(to);
    },
    forward: (milliseconds: number) => {
      now += milliseconds;
    },
  });
}

/** A response: the status, the parsed answer or error envelope, and the whole response. */
export interface Answered<T> {
  status: number;
  body: T;
  error: ErrorEnvelope;
  response: LightMyRequestResponse;
}

export interface TestApp {
  app: FastifyInstance;
  database: Database;
  sessions: Sessions;
  spots: SpotDirectory;
  kiosks: Kiosks;
  changes: SpotChanges;
  secretBox: SecretBox;
  clock: TestClock;
  files: FileStore;
  /** The folder of stored files. */
  filesFolder: string;
  sandbox: Sandbox;
  publish: Publish;
  /** The events sent to browsers, in order. */
  told: [event: string, spotPk: number][];
  call: <E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    by?: { token?: string; headers?: Record<string, string>; from?: string },
  ) => Promise<Answered<AnswerOf<E>>>;
}

interface Parts {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  headers?: Record<string, string>;
  body?: object | string;
}

/** Anything as text, including values with their own `toString`, as generated input has. */
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');

/** The URL that a browser would request. */
export function addressOf(endpoint: Endpoint, input: Parts): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(textOf(input.params?.[name]).toWellFormed()),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) query.set(name, textOf(value));
  return query.size > 0 ? `${path}?${query.toString()}` : path;
}

const bodyOf = (response: LightMyRequestResponse): unknown =>
  response.headers['content-type']?.toString().startsWith('application/json')
    ? response.json()
    : undefined;

/** One app process on a database, by default a new and empty one, called over HTTP. */
export async function testApp(options: {
  now: string;
  database?: Database;
  clock?: TestClock;
  settings?: Record<string, string>;
  logTo?: { write(line: string): void };
  areJobsRunning?: () => boolean;
  errorReports?: ErrorReports;
  /** Instead of a folder. */
  files?: FileStore;
  /** Instead of the sandbox. */
  processor?: PaymentProcessor;
}): Promise<TestApp> {
  const clock = options.clock ?? clockAt(options.now);
  const database = options.database ?? (await testDatabase());
  const folder = await mkdtemp(join(tmpdir(), 'lotkeeper-files-'));
  const config = readConfig({
    DEMO: '0',
    LOG_LEVEL: 'silent',
    DATA_DIR: folder,
    // No call waits for its turn, so none is refused because the machine is slow.
    MAX_RUNNING_CALLS: '0',
    ...options.settings,
  });
  const secretBox = createSecretBox('the secret key of all tests, 32 characters or more');
  const { callers, close } = await openCallers(database, clock, console.error);
  const { logTo } = options;
  const files = options.files ?? folderFiles(folder);
  const told: TestApp['told'] = [];
  const publish: Publish = (event, spot) => void told.push([event, spot.pk]);
  const sandbox = openSandbox({ sql: database.system, clock });
  const { STRIPE_WEBHOOK_SECRET: secrets } = config;
  const webhooks = secrets.length > 0 ? openStripeWebhooks(secrets, false) : null;
  const processors = { processor: options.processor ?? sandbox, sandbox, webhooks };
  const parts = {
    config,
    database,
    ...callers,
    secretBox,
    clock,
    files,
    processors,
    publish,
    areJobsRunning: options.areJobsRunning ?? (() => true),
    errorReports: options.errorReports ?? noErrorReports,
  };
  const app = await makeApp(logTo ? { ...parts, logTo } : parts);
  atEnd(async () => {
    await app.close();
    await close();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    app,
    database,
    sessions: callers.sessions,
    spots: callers.spots,
    kiosks: callers.kiosks,
    changes: callers.changes,
    secretBox,
    clock,
    files,
    filesFolder: folder,
    sandbox,
    publish,
    told,
    async call(endpoint, input, by = {}) {
      const parts = input as Parts;
      const response = await app.inject({
        method: endpoint.method,
        url: addressOf(endpoint, parts),
        headers: {
          ...(by.token ? { authorization: `Token ${by.token}` } : {}),
          ...parts.headers,
          ...by.headers,
        },
        ...(parts.body ? { payload: parts.body } : {}),
        ...(by.from ? { remoteAddress: by.from } : {}),
      });
      const body = bodyOf(response);
      if (response.statusCode >= 400) checkDescribed(endpoint, body);
      return {
        status: response.statusCode,
        body: body as never,
        error: body as ErrorEnvelope,
        response,
      };
    },
  };
}
