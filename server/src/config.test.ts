import { expect, test } from 'vitest';
import type { Config } from './config.ts';
import { readConfig, refuseForgottenDemo } from './config.ts';
import { toPageSettings } from './page-settings.ts';

const videos = (value: string) => readConfig({ HELP_VIDEOS: value }).HELP_VIDEOS;

test('tutorials are absent by default, and HELP_VIDEOS sets them', () => {
  expect(readConfig({}).HELP_VIDEOS).toBeUndefined();
  expect(videos('{"Team": {"url": "https://videos.example/team", "length": "2:05"}}')).toEqual({
    Team: { url: 'https://videos.example/team', length: '2:05' },
  });
});

test.each([
  ['not json', 'Wrong setting: HELP_VIDEOS must be JSON such as'],
  ['{"Events": {"url": "http://videos.example", "length": "1:00"}}', 'HELP_VIDEOS.Events.url must'],
  ['{"Events": {"url": "javascript:alert(1)", "length": "1:00"}}', 'HELP_VIDEOS.Events.url must'],
  ['{"Kiosk": {"url": "https://videos.example", "length": "1:00"}}', 'HELP_VIDEOS must be JSON'],
  ['["Events"]', 'HELP_VIDEOS must be JSON'],
  ['{"Events": {"url": 1, "length": "1:00"}}', 'HELP_VIDEOS.Events.url must be text'],
  ['{"Events": {"url": "https://videos.example"}}', 'HELP_VIDEOS.Events.length'],
])('tutorials written as %s are refused at startup with a message', (value, sentence) => {
  expect(() => videos(value)).toThrow(sentence);
});

/** A value that each setting refuses, just beyond its limit where it has one; null = any text is right. */
const refused: Record<keyof Config, string | null> = {
  PORT: '65536',
  HOST: null,
  // Empty is as if it weren't set.
  DATA_DIR: null,
  FILES_URL: 'https://bucket.example',
  FILES_PUBLIC: 'yes',
  AWS_ACCESS_KEY_ID: 'two words',
  AWS_SECRET_ACCESS_KEY: 'two words',
  BACKUP_DIR: null,
  BACKUP_KEEP: '0',
  WORKERS: '13',
  DATABASE_URL: 'mysql://db/lots',
  DATABASE_REPLICA_URL: 'mysql://db/lots',
  DATABASE_POOL: '201',
  DATABASE_PREPARE: 'true',
  RATE_PER_PERSON: '-1',
  RATE_PER_KEY: '100001',
  RATE_PER_ADDRESS: '1.5',
  MAX_RUNNING_CALLS: '1001',
  PUBLIC_URL: 'lots.example',
  TRUST_PROXY: '2',
  SMTP_URL: 'https://mail.example',
  MAIL_FROM: 'nobody',
  SMS_URL: 'smtp://sms.example',
  SMS_TOKEN: 'two words',
  SMS_FROM: 'x'.repeat(41),
  OUTSIDE_PRIVATE: 'on',
  SECRET_KEY: 'x'.repeat(31),
  DEMO: 'no',
  DEMO_DAYS: '1201',
  SIMULATOR: 'off',
  LOG_LEVEL: 'loud',
  LOG_FORMAT: 'xml',
  METRICS_TOKEN: 'x'.repeat(15),
  ERROR_REPORTING_DSN: 'http://errors.example/7',
  AUTH_COOKIE_DOMAINS: 'a.example,b.example,c.example',
  PAYMENT_APP_URL: 'pay.example',
  DEFAULT_SUPPORT_PHONE: null,
  SUPPORT_EMAIL: null,
  HELP_VIDEOS: '[]',
  NEW_ORGANIZATION_FORM_URL: 'http://form.example',
  ADD_SPOT_FORM_URL: 'http://form.example',
  ADMIN_ORIGIN: 'http://admin.example',
  STRIPE_SECRET_KEY: 'pk_live_12345678',
  STRIPE_PUBLISHABLE_KEY: 'sk_live_12345678',
  STRIPE_WEBHOOK_SECRET: 'secret',
  OIDC_ISSUER: 'http://login.example',
  OIDC_CLIENT_ID: null,
  OIDC_CLIENT_SECRET: null,
};

test.each(Object.entries(refused).flatMap(([name, value]) => (value ? [[name, value]] : [])))(
  '%s is refused at startup as %s, by name',
  (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(`Wrong setting: ${name} `);
  },
);

const provider = {
  OIDC_ISSUER: 'https://login.example/tenant',
  OIDC_CLIENT_ID: 'lots',
  OIDC_CLIENT_SECRET: 'secret',
};

test.each([
  'https://login.example',
  'https://login.example/tenant/v2',
  'http://127.0.0.1:8080',
  'http://localhost:8080',
])('single sign-on is on with the issuer %s', (issuer) => {
  expect(readConfig({ ...provider, OIDC_ISSUER: issuer })).toMatchObject({ OIDC_ISSUER: issuer });
});

test.each([
  'http://login.example',
  'http://127.0.0.1.example',
  'https://login.example/?tenant=1',
  'https://login.example/#top',
  'https://user@login.example',
  'login.example',
])('the issuer %s is refused at startup with a message', (issuer) => {
  expect(() => readConfig({ ...provider, OIDC_ISSUER: issuer })).toThrow(
    'Wrong setting: OIDC_ISSUER must be a URL that starts with https://',
  );
});

/** Settings that make sense only together; FILES_URL needs its keys, which other programs may need too. */
const together = [
  provider,
  { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'no-reply@lots.example' },
  { SMS_URL: 'https://sms.example/', SMS_TOKEN: 'secret', SMS_FROM: '+16025550100' },
];

test.each(
  together.flatMap((settings) => Object.keys(settings).map((name) => [name, settings] as const)),
)('without %s, its other settings are reported at startup', (name, settings) => {
  expect(readConfig(settings)).toMatchObject(settings);
  const others = Object.keys(settings).filter((other) => other !== name);
  expect(() => readConfig({ ...settings, [name]: '' })).toThrow(
    `Wrong setting: ${name} must be set together with ${others.join(' and ')}`,
  );
});

test.each([
  [{ PUBLIC_URL: 'https://lots.example' }, 'together with PUBLIC_URL'],
  [{ DATABASE_URL: 'postgres://db/lots', DEMO: '' }, 'together with DATABASE_URL'],
  [{ HOST: '0.0.0.0' }, 'together with HOST'],
  [{ HOST: '0.0.0.0', DEMO: '1' }, null],
  [{ PUBLIC_URL: 'https://lots.example', DEMO: '0' }, null],
  [{ HOST: 'localhost' }, null],
  [{}, null],
] as const)('a start with %j and a forgotten DEMO is refused: %s', (environment, words) => {
  const start = () => refuseForgottenDemo(environment, readConfig(environment));
  if (words === null) expect(start).not.toThrow();
  else expect(start).toThrow(words);
});

test('each setting of the pages is that of the environment, and no other is in it', () => {
  const config = readConfig({
    AUTH_COOKIE_DOMAINS: 'lots.example',
    PAYMENT_APP_URL: 'https://pay.example',
    DEFAULT_SUPPORT_PHONE: '+1 602 555 0100',
    SUPPORT_EMAIL: 'help@lots.example',
    NEW_ORGANIZATION_FORM_URL: 'https://organization.example',
    ADD_SPOT_FORM_URL: 'https://spot.example',
    PUBLIC_URL: 'https://public.example',
    ADMIN_ORIGIN: 'https://admin.example',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_12345678',
    STRIPE_SECRET_KEY: 'sk_live_12345678',
    STRIPE_WEBHOOK_SECRET: 'whsec_12345678',
    ERROR_REPORTING_DSN: 'https://key@errors.example/7',
    DEMO: '0',
    ...provider,
  });
  expect(toPageSettings(config)).toEqual({
    auth_cookie_domains: ['lots.example'],
    payment_app_url: 'https://pay.example',
    support_phone: '+1 602 555 0100',
    support_email: 'help@lots.example',
    new_organization_form_url: 'https://organization.example',
    add_spot_form_url: 'https://spot.example',
    public_url: 'https://public.example',
    admin_origin: 'https://admin.example',
    help_videos: {},
    stripe_publishable_key: 'pk_live_12345678',
    single_sign_on: true,
    demo: false,
    error_reporting_dsn: 'https://key@errors.example/7',
  });
});
