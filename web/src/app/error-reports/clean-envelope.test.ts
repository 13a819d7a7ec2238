import { expect, test } from 'vitest';
import { cleanEnvelope } from './clean-envelope.ts';

const place = { route: '/car/$token', routes: new Map([['/_layout/car/$token', '/car/$token']]) };
const secrets = /walt|ABC ?123|sesame|1,234|secret\.example|\?/i;

/** The contents of the cleaned envelope, or undefined when nothing may be sent. */
const clean = (...items: [object, unknown][]) => {
  const head = { event_id: 'e1', sent_at: 'now', trace: { transaction: '/car/sesame' } };
  const cleaned = cleanEnvelope([head, items] as never, place);
  return cleaned && JSON.stringify(cleaned);
};

const noise = {
  user: { email: 'walt@secret.example', ip_address: '192.0.2.1' },
  request: { url: 'https://secret.example/car/sesame?plate=ABC123', headers: { Cookie: 'sesame' } },
  breadcrumbs: [{ message: 'ABC 123' }],
  extra: { body: 'ABC 123' },
  server_name: 'walt',
  tags: { plate: 'ABC 123', replayId: 'a'.repeat(32) },
};

test('an error report contains the error’s type, route, stack, and replay, and nothing else', () => {
  const text = clean([
    { type: 'event' },
    {
      ...noise,
      event_id: 'e1',
      platform: 'javascript',
      exception: {
        values: [
          {
            type: 'TypeError',
            value: "Cannot read properties of undefined (reading 'ABC123')",
            stacktrace: {
              frames: [
                {
                  filename: 'https://secret.example/assets/pages-1a.js',
                  function: 'draw',
                  lineno: 1,
                },
                {
                  filename: 'https://secret.example/car/sesame',
                  function: 'walt@secret',
                  vars: { a: 'walt' },
                },
              ],
            },
          },
        ],
      },
    },
  ]);
  expect(text).toContain('"value":"Cannot read properties of undefined"');
  expect(text).toContain('"transaction":"/car/$token"');
  expect(text).toContain('"filename":"/assets/pages-1a.js","function":"draw"');
  expect(text).toContain(`"replayId":"${'a'.repeat(32)}"`);
  expect(text?.replace('"function":"?"', '')).not.toMatch(secrets);
});

test('a trace keeps the names of routes and calls, and no other names', () => {
  const span = (op: string, origin: string, description: string) => ({
    trace_id: 't1',
    span_id: 's1',
    op,
    origin,
    description,
    data: { 'url.full': 'https://secret.example/?sesame' },
  });
  const text = clean([
    { type: 'transaction' },
    {
      ...noise,
      type: 'transaction',
      transaction: '/car/sesame',
      contexts: { trace: { trace_id: 't1', data: { 'url.full': '/car/sesame' } }, page: 'walt' },
      measurements: { lcp: { value: 12 }, walt: { value: 'walt' } },
      spans: [
        span('http.client', 'manual', 'GET /api/visitors'),
        span('resource.img', 'auto', 'https://secret.example/walt.png'),
      ],
    },
  ]);
  expect(text).toContain('"description":"GET /api/visitors"');
  expect(text).toContain('"transaction":"<unknown>"');
  expect(text).not.toMatch(secrets);
});

test('a replay keeps its structure, with texts masked and nothing personal in attributes, URLs, and inputs', () => {
  const card = {
    type: 2,
    tagName: 'a',
    id: 5,
    attributes: {
      class: 'card',
      style: 'width: 50%; background: url(https://secret.example)',
      href: '/visitors?search=ABC123',
      title: 'Walt',
      'data-plate': 'ABC 123',
      'data-active': 'true',
    },
    childNodes: [{ type: 3, id: 6, textContent: 'Walt $1,234' }],
  };
  const events = [
    { type: 4, timestamp: 1, data: { href: 'https://secret.example/car/sesame', width: 390 } },
    { type: 2, timestamp: 1, data: { node: card, initialOffset: { top: 0, left: 0 } } },
    {
      type: 3,
      timestamp: 2,
      data: {
        source: 0,
        adds: [{ parentId: 1, nextId: null, node: card }],
        removes: [],
        texts: [{ id: 6, value: 'ABC 123' }],
        attributes: [{ id: 5, attributes: { value: 'Walt', class: 'open' } }],
      },
    },
    { type: 3, timestamp: 3, data: { source: 5, id: 7, text: 'ABC123', isChecked: false } },
    { type: 3, timestamp: 3, data: { source: 2, id: 7, x: 1, y: 2, text: 'Walt' } },
    { type: 3, timestamp: 3, data: { source: 8, adds: [{ rule: 'Walt' }] } },
    { type: 5, timestamp: 4, data: { tag: 'breadcrumb', payload: 'Walt' } },
  ];
  const text = clean(
    [
      { type: 'replay_event' },
      { ...noise, type: 'replay_event', urls: ['/car/sesame'], segment_id: 0 },
    ],
    [{ type: 'replay_recording' }, `{"segment_id":0}\n${JSON.stringify(events)}`],
  );
  expect(text).toContain('**** ******');
  expect(text).toContain(String.raw`\"class\":\"card\",\"data-active\":\"true\"`);
  expect(text).toContain(String.raw`\"href\":\"/car/$token\"`);
  expect(text).not.toMatch(secrets);
});

test.each(['session', 'client_report', 'feedback', 'log', 'attachment'])(
  'an envelope with an item of the type %s isn’t sent',
  (type) => {
    expect(clean([{ type }, { ...noise }])).toBeUndefined();
  },
);

test('a compressed recording, which can’t be inspected, isn’t sent', () => {
  expect(clean([{ type: 'replay_recording' }, new Uint8Array([1, 2])])).toBeUndefined();
});
