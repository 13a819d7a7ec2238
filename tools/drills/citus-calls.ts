import { isDeepStrictEqual } from 'node:util';
import type { Endpoint } from '@lotkeeper/contract/kernel/endpoint';
import { queryOnce } from '../../server/src/kernel/data/sql/query-once.ts';
import { must } from '../../server/src/kernel/must.ts';
import type { Location } from '../../server/src/testing/access.examples.ts';
import { examples, unknownThings } from '../../server/src/testing/access.examples.ts';
import { contractEndpoints } from '../../server/src/testing/endpoints.ts';
import { computeMedian } from '../bench/median.ts';
import type { Lot } from '../bench/reads/read.ts';
import { reads } from '../bench/reads/reads.ts';
import type { Input } from './people.ts';
import { buildPath, send } from './people.ts';

/** The callers' tokens, identical on both servers. */
export interface Tokens {
  admin: string;
  superuser: string;
  machine: string;
}

/** A call that is sent to a server on Citus and to one on plain PostgreSQL. */
export interface Request {
  name: string;
  method: string;
  path: string;
  token: string;
  body: unknown;
  /** Whether it names an organization or property, on one worker; a superuser's search queries all. */
  namesOrganization: boolean;
}

export interface Answer {
  status: number;
  text: string;
  ms: number;
}

/** Sends a request to a server; the returned text omits what always differs between two servers. */
export async function sendTo(server: string, request: Request): Promise<Answer> {
  const { status, headers, text, ms } = await send({ url: server, token: request.token }, request);
  // A ZIP contains the creation time of every file.
  const isArchive = headers.get('content-type') === 'application/zip';
  const comparable = (isArchive ? '' : text)
    .replaceAll(callTimes, '"$1":0')
    .replaceAll(drawingTimes, '')
    .replaceAll(cursors, '"next":""')
    .replaceAll(lineTimes, '');
  return { status, text: comparable, ms };
}

/** Records of a property that the examples name; '0' if it has none. */
async function readLocation(url: string, spot: Lot): Promise<Location> {
  const find = async (column: string, table: string, condition = 'true') => {
    const [row] = await queryOnce<{ name: string }>(
      url,
      `select ${column}::text as name from ${table}
       where organization_id = ${spot.organization} and (${condition}) order by 1 limit 1`,
    );
    return row?.name ?? '0';
  };
  const atProperty = `spot_pk = ${spot.pk}`;
  const records = {
    ...unknownThings,
    person: await find('person_pk', 'affiliations', `role = 'VALET'`),
    member: await find('person_pk', 'affiliations', `role = 'VALET'`),
    apiKey: await find('pk', 'api_keys'),
    invitation: await find('pk', 'invitations'),
    promoCode: await find('pk', 'promo_codes', atProperty),
    bookExport: await find('pk', 'book_exports'),
    customReport: await find('pk', 'custom_reports', atProperty),
    visitorCode: await find('pk', 'visitor_codes', atProperty),
    sponsor: await find('pk', 'validation_sponsors', atProperty),
    visitor: await find('pk', 'visitors', `${atProperty} and deleted_at is null`),
    code: await find('code', 'visitor_codes', atProperty),
    visitorImport: await find('pk', 'visitor_imports', atProperty),
    waiting: await find('pk', 'visitors', `${atProperty} and asked_at is not null`),
    kiosk: await find('pk', 'kiosks', atProperty),
    event: await find('pk', 'events', atProperty),
    violation: await find('uuid', 'violations', `${atProperty} and waived_at is null`),
    violationCode: await find('code', 'violations', atProperty),
    historySpot: await find('pk', 'spots', atProperty.replace('spot_pk', 'pk')),
    visit: await find('pk', 'visits', atProperty),
    rental: await find('pk', 'rentals', `${atProperty} and rental_type = 'monthly'`),
    chargedRental: await find(
      'rental_pk',
      'valet_sessions',
      `${atProperty} and rental_pk is not null`,
    ),
    entry: await find('pk', 'ledger_entries', atProperty),
    monthlyRental: await find('uuid', 'rentals', `${atProperty} and rental_type = 'monthly'`),
    car: await find('pk', 'cars'),
    rate: await find('pk', 'rates', atProperty),
    feed: await find('pk', 'camera_feeds'),
    camera: await find('pk', 'cameras', atProperty),
    message: await find('pk', 'camera_messages'),
    valetPending: await find('pk', 'valet_sessions', atProperty),
    valetActive: await find('pk', 'valet_sessions', atProperty),
    valetCode: await find('code', 'valet_sessions', atProperty),
    paidViolation: await find('uuid', 'violations', atProperty),
  };
  return { ...records, organization: String(spot.organization), spot: String(spot.pk) };
}

const chooseToken = (callers: string | readonly string[], tokens: Tokens) => {
  if (callers === 'superusers') return tokens.superuser;
  if (callers === 'machines') return tokens.machine;
  return callers === 'cameras' || callers === 'kiosks' ? null : tokens.admin;
};

/** One ends the drill's session, the other creates random codes. */
const excluded = ['logOut', 'refreshVisitorCodes'];

/** The example of every endpoint that a person or program may call, at one property. */
export async function buildExamples(
  url: string,
  spot: Lot,
  tokens: Tokens,
  isWanted: (endpoint: Endpoint) => boolean,
): Promise<Request[]> {
  const location = await readLocation(url, spot);
  const requests: Request[] = [];
  for (const [name, endpoint] of await contractEndpoints()) {
    const { may: callers, input } = must(examples[name], name);
    const token = chooseToken(callers, tokens);
    if (token === null || excluded.includes(name) || !isWanted(endpoint)) continue;
    const example = input(location) as Input;
    const path = buildPath(endpoint, example);
    const namesOrganization =
      callers !== 'superusers' && Object.keys({ ...example.params, ...example.query }).length > 0;
    const { method } = endpoint;
    requests.push({ name, method, path, token, body: example.body, namesOrganization });
  }
  return requests;
}

/** The benchmark's reads at a property. */
export const buildBenchReads = (spot: Lot, now: number, token: string): Request[] =>
  reads.map((read) => ({
    name: read.name,
    method: 'GET',
    path: read.path(spot, now),
    token,
    body: undefined,
    namesOrganization: true,
  }));

/** What always differs between two servers: call times, and the creation time in a PDF. */
const callTimes =
  /"(as_of|happened_at|holds_until|last_login|last_searched_at|last_used_at|quoted_at|searched_at|written_at)":[^,}]+/g;
const drawingTimes = /\/ID \[.*?\]|\(D:\d+Z?\)/gs;
/** The cursor of a ledger list's next page, which contains the time of the first page. */
const cursors = /"next":"[\w-]+\.[\w-]+"/g;
/** The time at the beginning of a CSV line. */
const lineTimes = /^\d{4}-\d\d-\d\dT[\d:.]+Z/gm;

/** Removes the order of a body's lists, since statements may leave the order of equal rows open. */
function sortLists(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(sortLists).sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, sortLists(part)]));
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text.split('\n');
  }
};

export interface Comparison {
  equal: number;
  /** Equal except for the order of lists. */
  reordered: string[];
  different: string[];
  statuses: Map<number, number>;
}

/** How often a read that differs is repeated, since some bodies depend on the time of the request. */
const maxTries = 3;

/** Sends the same requests to two servers at the same time, and compares the responses. */
export async function compareReads(
  servers: readonly [string, string],
  requests: readonly Request[],
): Promise<Comparison> {
  const comparison: Comparison = { equal: 0, reordered: [], different: [], statuses: new Map() };
  for (const request of requests) {
    let answers: Answer[] = [];
    for (
      let turn = 0;
      turn < maxTries && (turn === 0 || answers[0]?.text !== answers[1]?.text);
      turn++
    )
      answers = await Promise.all(servers.map((server) => sendTo(server, request)));
    const [citus, plain] = answers as [Answer, Answer];
    comparison.statuses.set(citus.status, (comparison.statuses.get(citus.status) ?? 0) + 1);
    const label = `${request.name} ${request.path} (${citus.status}, ${plain.status})`;
    if (citus.status === plain.status && citus.text === plain.text) comparison.equal += 1;
    else if (
      citus.status === plain.status &&
      isDeepStrictEqual(sortLists(parse(citus.text)), sortLists(parse(plain.text)))
    )
      comparison.reordered.push(label);
    else {
      comparison.different.push(label);
      if (process.env.DRILL_DEBUG)
        console.log(label, citus.text.slice(0, 600), '\n---\n', plain.text.slice(0, 600));
    }
  }
  return comparison;
}

/** Median milliseconds of a read on both servers, and their ratio. */
export interface Timing {
  name: string;
  times: readonly [number, number];
  ratio: number;
}

/** Median milliseconds of each request on the first server divided by the second: all ratios, sorted. */
export async function measureRatios(
  servers: readonly [string, string],
  requests: readonly Request[],
  rounds: number,
): Promise<Timing[]> {
  const timings: Timing[] = [];
  for (const request of requests) {
    const times: [number[], number[]] = [[], []];
    for (let round = 0; round <= rounds; round++) {
      for (const index of [0, 1] as const) {
        const { ms, status } = await sendTo(servers[index], request);
        // The first round only plans and fills caches.
        if (round > 0 && status === 200) times[index].push(ms);
      }
    }
    if (times[0].length === 0 || times[1].length === 0) continue;
    const medians: [number, number] = [computeMedian(times[0]), computeMedian(times[1])];
    timings.push({ name: request.name, times: medians, ratio: medians[0] / medians[1] });
  }
  return timings.sort((a, b) => a.ratio - b.ratio);
}
