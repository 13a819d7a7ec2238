import { expect, test } from 'vitest';
import { readConfig, refuseForgottenDemo } from './config.ts';

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

test.each(together.flatMap((settings) => Object.keys(settings).map((name) => [name, settings])))(
  'without %s, its other settings are reported at startup',
  (name, settings) => {
    expect(readConfig(settings)).toMatchObject(settings);
    const others = Object.keys(settings).filter((other) => other !== name);
    expect(() => readConfig({ ...settings, [name]: '' })).toThrow(
      `Wrong setting: ${name} must be set together with ${others.join(' and ')}`,
    );
  },
);

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
