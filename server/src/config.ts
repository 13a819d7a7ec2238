import { resolve } from 'node:path';
import { isErrorReportingDsn } from '@lotkeeper/contract/kernel/error-reports';
import type { HelpVideoTitle } from '@lotkeeper/contract/platform/settings';
import { helpVideoTitles } from '@lotkeeper/contract/platform/settings';
import * as z from 'zod/mini';
import { maxRunningCalls, requestRates } from './kernel/budgets.ts';
import { parseBucketUrl } from './kernel/data/bucket/bucket-address.ts';
import { isDatabaseUrl, isReplicaUrl } from './kernel/data/sql/hosts.ts';
import { logFormats } from './kernel/log/log-lines.ts';
import { StartError } from './kernel/start-error.ts';

const number = (fallback: number, min: number, max: number) =>
  z._default(
    z.pipe(
      z.string().check(
        z.refine((value) => /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max, {
          error: `must be a whole number from ${min} to ${max}`,
        }),
      ),
      z.transform(Number),
    ),
    fallback,
  );

const text = (isRight: (value: string) => boolean, error: string) =>
  z.optional(z.string().check(z.refine(isRight, { error })));

const matching = (form: RegExp, error: string) => text((value) => form.test(value), error);

const url = (protocols: string[]) =>
  text(
    (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
    `must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  );

const split = (separator: string | RegExp) =>
  z._default(
    z.pipe(
      z.string(),
      z.transform((value) => {
        const items = value.split(separator).map((part) => part.trim());
        return items.filter(Boolean);
      }),
    ),
    [],
  );

/** Words separated by white space, since a comma can be part of a URL. */
const words = split(/\s+/);

const stripeKey = (kind: string, form: RegExp) => matching(form, `must be a ${kind} key of Stripe`);

/** Whether tokens may be requested there: on https, or on this machine. */
const isIssuer = (value: string) => {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, search, hash, username } = new URL(value);
  const isHere = protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(hostname);
  return (protocol === 'https:' || isHere) && !search && !hash && !username;
};

const flag = (fallback: boolean) =>
  z._default(
    z.pipe(
      z.enum(['0', '1'], { error: 'must be 0 or 1' }),
      z.transform((value) => value === '1'),
    ),
    fallback,
  );

const httpsAddress = z.string('must be text').check(
  z.refine((value) => URL.canParse(value) && new URL(value).protocol === 'https:', {
    error: 'must be a URL that starts with https://',
  }),
);

const helpVideosForm = {
  error: `must be JSON such as {"Events": {"url": "https://…", "length": "4:10"}}; its names are ${helpVideoTitles.join(', ')}`,
};

const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const helpVideo = z.optional(
  z.strictObject({ url: httpsAddress, length: z.string(helpVideosForm) }, helpVideosForm),
);

const helpVideos = z.optional(
  z.pipe(
    z.pipe(
      z.string().check(z.refine(isJson, { ...helpVideosForm, abort: true })),
      z.transform((text) => JSON.parse(text) as unknown),
    ),
    z.strictObject(
      Object.fromEntries(helpVideoTitles.map((title) => [title, helpVideo])) as Record<
        HelpVideoTitle,
        typeof helpVideo
      >,
      helpVideosForm,
    ),
  ),
);

/** Every setting with its default and schema. A test keeps docs/configuration.md in sync. */
export const settingsSchema = z.object({
  PORT: number(3000, 0, 65_535),
  HOST: z._default(z.string(), '127.0.0.1'),
  DATA_DIR: z._default(z.string().check(z.minLength(1, 'must be a folder')), './data'),
  FILES_URL: text(
    (value) => parseBucketUrl(value) !== null,
    'must be a URL such as s3://bucket/prefix?endpoint=https://store.example&region=us-east-1',
  ),
  FILES_PUBLIC: flag(false),
  AWS_ACCESS_KEY_ID: matching(/^[\x21-\x7e]+$/, 'must be one word'),
  AWS_SECRET_ACCESS_KEY: matching(/^[\x21-\x7e]+$/, 'must be one word'),
  BACKUP_DIR: z.optional(z.string()),
  BACKUP_KEEP: number(14, 1, 1000),
  WORKERS: number(1, 1, 12),
  DATABASE_URL: text(
    isDatabaseUrl,
    'must be a URL such as postgres://user:password@host:5432/database, in whose password @ is %40, / is %2F, ? is %3F, # is %23, : is %3A, and % is %25; target_session_attrs can only be read-write or primary',
  ),
  DATABASE_REPLICA_URL: words.check(
    z.refine((urls) => urls.every(isReplicaUrl), {
      error: 'must list URLs that start with postgres:// or postgresql://, each with one host',
    }),
    z.maxLength(8, 'can list up to eight replicas'),
  ),
  DATABASE_POOL: number(10, 1, 200),
  DATABASE_PREPARE: flag(true),
  RATE_PER_PERSON: number(requestRates.person.perSecond, 0, 100_000),
  RATE_PER_KEY: number(requestRates.key.perSecond, 0, 100_000),
  RATE_PER_ADDRESS: number(requestRates.address.perSecond, 0, 100_000),
  MAX_RUNNING_CALLS: number(maxRunningCalls, 0, 1000),
  PUBLIC_URL: url(['http:', 'https:']),
  TRUST_PROXY: flag(false),
  SMTP_URL: url(['smtp:', 'smtps:']),
  MAIL_FROM: matching(
    /^(?:[^<>@\r\n",;]+ )?<?[^\s<>@,;]+@[^\s<>@,;]+>?$/,
    'must be an address such as no-reply@lots.example, or Lotkeeper <no-reply@lots.example>',
  ),
  SMS_URL: url(['http:', 'https:']),
  SMS_TOKEN: matching(/^[\x21-\x7e]+$/, 'must be one word'),
  SMS_FROM: z.optional(z.string().check(z.maxLength(40, 'must have 40 characters or fewer'))),
  OUTSIDE_PRIVATE: flag(false),
  SECRET_KEY: z.optional(z.string().check(z.minLength(32, 'must have at least 32 characters'))),
  DEMO: flag(true),
  DEMO_DAYS: number(400, 1, 1200),
  SIMULATOR: flag(true),
  LOG_LEVEL: z._default(
    z.enum(['silent', 'error', 'warn', 'info', 'debug'], {
      error: 'must be silent, error, warn, info or debug',
    }),
    'info',
  ),
  LOG_FORMAT: z.optional(z.enum(logFormats, { error: 'must be json or pretty' })),
  METRICS_TOKEN: matching(/^[\x21-\x7e]{16,}$/, 'must be one word of at least 16 characters'),
  ERROR_REPORTING_DSN: text(
    isErrorReportingDsn,
    'must be a DSN such as https://key@errors.example/7, without a secret; http:// for 127.0.0.1 and localhost only',
  ),
  AUTH_COOKIE_DOMAINS: split(',').check(z.maxLength(2, 'can list at most two domains')),
  PAYMENT_APP_URL: url(['https:', 'http:']),
  DEFAULT_SUPPORT_PHONE: z._default(z.string(), '+1 800 555 0100'),
  SUPPORT_EMAIL: z.optional(z.string()),
  HELP_VIDEOS: helpVideos,
  NEW_ORGANIZATION_FORM_URL: url(['https:']),
  ADD_SPOT_FORM_URL: url(['https:']),
  ADMIN_ORIGIN: url(['https:']),
  STRIPE_SECRET_KEY: stripeKey('secret', /^(sk|rk)_\w{8,}$/),
  STRIPE_PUBLISHABLE_KEY: stripeKey('publishable', /^pk_\w{8,}$/),
  STRIPE_WEBHOOK_SECRET: words.check(
    z.refine((secrets) => secrets.every((secret) => /^whsec_[\w+/=]{8,}$/.test(secret)), {
      error: 'must list signing secrets of Stripe, which start with whsec_, separated by spaces',
    }),
    z.maxLength(4, 'can list up to four secrets'),
  ),
  OIDC_ISSUER: text(
    isIssuer,
    'must be a URL that starts with https://, without ? and #; http:// for 127.0.0.1 and localhost only',
  ),
  OIDC_CLIENT_ID: z.optional(z.string()),
  OIDC_CLIENT_SECRET: z.optional(z.string()),
});

export type Config = z.infer<typeof settingsSchema>;

/** Settings that must be set together. */
const together: readonly (readonly (keyof Config)[])[] = [
  ['SMTP_URL', 'MAIL_FROM'],
  ['SMS_URL', 'SMS_TOKEN', 'SMS_FROM'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
];

const missingBeside = (config: Config) =>
  together.flatMap((names) => {
    const missing = names.filter((name) => config[name] === undefined);
    if (missing.length === names.length) return [];
    return missing.map((name) => {
      const others = names.filter((other) => other !== name);
      return `${name} must be set together with ${others.join(' and ')}`;
    });
  });

/** The keys may be set for other programs, so they require nothing themselves. */
const missingKeys = (config: Config) =>
  config.FILES_URL === undefined
    ? []
    : (['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const)
        .filter((name) => config[name] === undefined)
        .map((name) => `${name} must be set together with FILES_URL`);

const wrongSettings = (problems: readonly string[]) =>
  new StartError(`Wrong setting: ${problems.join('; ')}. See docs/configuration.md.`, 'lasting');

/** Reads and validates the environment once; all invalid settings are reported in one message. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.keys(settingsSchema.shape)
      .map((name) => [name, environment[name]] as const)
      .filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = settingsSchema.safeParse(given);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    throw wrongSettings(wrong);
  }
  const missing = [...missingBeside(parsed.data), ...missingKeys(parsed.data)];
  if (missing.length > 0) throw wrongSettings(missing);
  const { DATA_DIR, BACKUP_DIR } = parsed.data;
  return {
    ...parsed.data,
    DATA_DIR: resolve(DATA_DIR),
    BACKUP_DIR: BACKUP_DIR === undefined ? undefined : resolve(BACKUP_DIR),
  };
}

/** Settings of an installation with real operators. */
const productionSettings = [
  'PUBLIC_URL',
  'DATABASE_URL',
  'SMTP_URL',
  'SMS_URL',
  'OIDC_ISSUER',
  'STRIPE_SECRET_KEY',
] as const;

const isLoopback = (host: string) => /^(127\.|localhost$|::1$|\[::1\]$)/.test(host);

/** Refuses to fill a real installation with the demo and its printed links because DEMO was forgotten. */
export function refuseForgottenDemo(
  environment: Record<string, string | undefined>,
  config: Config,
): void {
  if (environment.DEMO) return;
  const name = isLoopback(config.HOST)
    ? productionSettings.find((setting) => config[setting] !== undefined)
    : 'HOST';
  if (!name) return;
  throw wrongSettings([
    `DEMO must be set together with ${name}: 0 for real operators, or 1 for demo data and printed sign-in links`,
  ]);
}
