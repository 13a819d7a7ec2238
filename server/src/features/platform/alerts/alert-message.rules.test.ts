import { fromIso, instant } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';
import { expect, test } from 'vitest';
import type { ToldAlert } from './alert-message.rules.ts';
import { composeAlertMail, composeAlertPush, composeAlertText } from './alert-message.rules.ts';

const links = {
  publicUrl: 'https://lots.example',
  organizationId: 3,
  getMuteLink: ({ pk }: ToldAlert) => `https://lots.example/mute/${pk}`,
};
/** 2 PM on Saturday in Phoenix. */
const since = fromIso('2026-06-13T21:00:00Z');
const alert = (pk: number, change: Partial<ToldAlert> = {}): ToldAlert => ({
  organization_id: 3,
  pk,
  kind: 'camera_silent',
  subject: `camera ${pk}`,
  spot_pk: 12,
  property: 'Main Garage',
  timezone: 'America/Phoenix',
  cost: null,
  facts: { camera: `C${pk}` },
  since,
  ended_at: null,
  event: 'opened',
  ...change,
});
const over = (pk: number) => alert(pk, { event: 'ended', ended_at: instant(since + 2 * hourMs) });
const mail = (alerts: ToldAlert[]) => composeAlertMail(alerts, 'Desert Parking', links);
const text = (alerts: ToldAlert[], isLast = false) => composeAlertText(alerts, links, { isLast });

test('a mail about one alert has its title, time, cost, advice and links', () => {
  const { subject, content } = mail([
    alert(1, { cost: 12_000, facts: { camera: 'C1', missed: 7, missed_most: 7 } }),
  ]);
  expect(subject).toBe('Camera “C1” at Main Garage is silent');
  expect(content.heading).toBe('1 new alert at Desert Parking');
  expect(content.items).toEqual([
    {
      title: 'Camera “C1” at Main Garage is silent',
      lines: [
        'Since Sat, Jun 13, 2:00 PM. It probably cost $120 so far. Probably 7 cars came meanwhile.',
        'What to do: Check its power and network: cars that come now aren’t seen.',
      ],
      links: [
        { label: 'Open', link: 'https://lots.example/organization/3/cameras' },
        { label: 'Mute', link: 'https://lots.example/mute/1' },
      ],
    },
  ]);
});

test('what is over has its span, and nothing to do or to mute', () => {
  const { subject, content } = mail([over(1)]);
  expect(subject).toBe('Camera “C1” at Main Garage sends again');
  expect(content.heading).toBe('1 alert that is over at Desert Parking');
  expect(content.items?.[0]?.lines).toEqual([
    'It was so from Sat, Jun 13, 2:00 PM to Sat, Jun 13, 4:00 PM, 2 hours.',
  ]);
  expect(content.items?.[0]?.links).toHaveLength(1);
  expect(content.footer).not.toContain('Mute');
});

test('beginnings come before ends, the costliest first, then the oldest', () => {
  const alerts = [
    over(1),
    alert(2),
    alert(3, { cost: 100 }),
    alert(4, { cost: -900 }),
    alert(5, { since: instant(since - 1) }),
  ];
  const { subject, content } = mail(alerts);
  expect(subject).toBe(
    '4 new alerts, and 1 alert that is over: Camera “C4” at Main Garage is silent',
  );
  expect(content.items?.map(({ title }) => /C\d/.exec(title)?.[0])).toEqual([
    'C4',
    'C3',
    'C5',
    'C2',
    'C1',
  ]);
});

test('ten are described and the others counted', () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => alert(index + 1));
  expect(mail(numbers(10)).content).toMatchObject({
    paragraphs: [],
    action: { label: 'See all alerts' },
  });
  expect(mail(numbers(11)).content.action?.label).toBe('See 1 other');
  const { content } = mail(numbers(1234));
  expect(content.items).toHaveLength(10);
  expect(content.action).toEqual({
    label: 'See 1,224 others',
    link: 'https://lots.example/organization/3/alerts',
  });
});

test('a text about one alert says everything; one about several names the largest', () => {
  expect(text([alert(1, { cost: 12_000 })])).toBe(
    'Camera “C1” at Main Garage is silent. Since Sat, Jun 13, 2:00 PM. It probably cost $120 so far. Check its power and network: cars that come now aren’t seen. https://lots.example/organization/3/cameras',
  );
  expect(text([alert(1), alert(2), over(3), over(4)])).toBe(
    '2 new alerts, and 2 alerts that are over: Camera “C1” at Main Garage is silent. https://lots.example/organization/3/alerts',
  );
});

test('the last text of a day says so', () => {
  expect(text([alert(1)], true)).toContain(
    'This is the last of 10 texts in 24 hours; more is on the page.',
  );
});

test('a push about one alert has its words and page; one about several names four and counts the others', () => {
  expect(composeAlertPush([alert(1, { cost: 12_000 })], links)).toEqual({
    subject: 'Camera “C1” at Main Garage is silent',
    text: 'Since Sat, Jun 13, 2:00 PM. It probably cost $120 so far. Check its power and network: cars that come now aren’t seen.',
    link: 'https://lots.example/organization/3/cameras',
    tag: 'alert-1',
  });
  expect(
    composeAlertPush(
      [1, 2, 3, 4, 5, 6, 7].map((pk) => alert(pk)),
      links,
    ),
  ).toEqual({
    subject: '7 new alerts: Camera “C1” at Main Garage is silent',
    text: [
      'Camera “C2” at Main Garage is silent',
      'Camera “C3” at Main Garage is silent',
      'Camera “C4” at Main Garage is silent',
      'And 3 others',
    ].join('\n'),
    link: 'https://lots.example/organization/3/alerts',
    tag: 'alerts-3-1',
  });
});
