import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant, toIso } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, hourMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import { composers } from '@lotkeeper/simulator/cameras/messages';
import type { OtherStep } from '@lotkeeper/simulator/steps';
import { endpointsInOrder } from '@lotkeeper/simulator/steps';
import type { TrueMonth, TrueRead } from '@lotkeeper/simulator/truth/month';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { readDueProperties } from '../../features/cars/visits/settling.queries.ts';
import { makeVisitSettler } from '../../features/cars/visits/visits.jobs.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../kernel/data/database.ts';
import { must } from '../../kernel/must.ts';
import type { ChargeGuards } from '../../records/operations/enforcement-policy.ts';
import { makeApiKey } from '../api-keys.factory.ts';
import { makeCameraFeed } from '../cameras.factory.ts';
import { makeOrganization } from '../people.factory.ts';
import type { TestSpot } from '../spots.factory.ts';
import { makeSpot } from '../spots.factory.ts';
import { makeVisitor } from '../visitors.factory.ts';

/** A server whose clock is set. */
export interface TruthStage {
  app: FastifyInstance;
  database: Database;
  clock: Clock & { set(iso: string): void };
}

/** A read as it was sent, and when it arrived. */
export interface SentRead extends TrueRead {
  arrived_at: Instant;
}

/** A month to play, with what cameras report of it. */
export interface Play {
  month: TrueMonth;
  reads: readonly TrueRead[];
  /** Settings of its properties; absent = those of new ones. */
  rules?: Partial<ChargeGuards>;
}

/** A played month, at the properties of an organization of its own. */
export type PlayedMonth<P extends Play = Play> = P & {
  organization: number;
  /** By the number of the lot in the true month. */
  spots: ReadonlyMap<number, TestSpot>;
  sent: SentRead[];
};

/** The camera that a read is of; those of our own months are one at each end. */
const getCamera = ({ camera, step: { reading } }: TrueRead) =>
  camera ?? { name: `Gate ${reading.direction}`, format: 'plate-recognizer' as const };

const toFeedKey = (read: TrueRead) => {
  const { name, format } = getCamera(read);
  return [read.stay.lot.spot.pk, read.step.reading.direction, format, name].join(' ');
};

/** What happens within this time is sent at once. */
const togetherMs = 10_000;
/** How often time alone changes something while nothing is sent; a server looks every minute. */
const sweepMs = 15 * minuteMs;

type Opened<P extends Play = Play> = PlayedMonth<P> & {
  key: string;
  feeds: ReadonlyMap<string, string>;
};

async function openProperties<P extends Play>(
  { database }: TruthStage,
  play: P,
): Promise<Opened<P>> {
  const { month, reads, rules = {} } = play;
  const sql = database.system;
  const organization = await makeOrganization(sql);
  const spots = new Map<number, TestSpot>();
  const feeds = new Map<string, string>();
  for (const { spot } of month.lots) {
    const { name, timezone } = spot;
    const made = await makeSpot(sql, { organization, name, timezone });
    spots.set(spot.pk, made);
    // As of a new property, whose late payments aren't known yet.
    const fields = { late_minutes: [], ...rules };
    await sql`update spots set ${sql.assignments(fields)} where pk = ${made.pk}`;
  }
  for (const [key, [read]] of Map.groupBy(reads, toFeedKey)) {
    if (!read) continue;
    const { format } = getCamera(read);
    const spot = must(spots.get(read.stay.lot.spot.pk), 'property');
    const { direction } = read.step.reading;
    const feed = await makeCameraFeed(sql, organization, format, { spot, direction });
    feeds.set(key, `/api/ingest/cameras/${format}/${feed.key}`);
  }
  for (const { as, lot, driver } of month.members) {
    const spot = spots.get(lot.spot.pk);
    const { plate, state, country } = driver;
    if (as === 'visitor' && spot) await makeVisitor(sql, spot, { car: { plate, state, country } });
  }
  const { key } = await makeApiKey(sql, organization, ['rentals', 'payments']);
  return { ...play, organization: organization.pk, spots, feeds, key, sent: [] };
}

type Due = { at: Instant; to: Opened } & (
  | { read: TrueRead; step: null }
  | { read: null; step: OtherStep }
);

function listDue(to: Opened): Due[] {
  const { month, reads } = to;
  return [
    ...month.steps.flatMap((step): Due[] =>
      step.kind === 'review' ? [] : [{ at: step.at, to, read: null, step }],
    ),
    ...reads.map((read): Due => ({ at: read.step.at, to, read, step: null })),
  ];
}

async function post(stage: TruthStage, call: InjectOptions) {
  const answer = await stage.app.inject(call);
  if (answer.statusCode >= 300) throw new Error(`${answer.statusCode}: ${answer.body}`);
  return answer.json() as { refused?: number };
}

async function sendRead(stage: TruthStage, to: Opened, read: TrueRead): Promise<void> {
  const { reading } = read.step;
  const now = stage.clock();
  const pictures = { overview: null, plate: null, signingSecret: null };
  const { name: camera, format } = getCamera(read);
  const url = must(to.feeds.get(toFeedKey(read)), 'feed');
  to.sent.push({ ...read, arrived_at: now });
  for (const { body, headers } of composers[format]?.(reading, { camera, at: now, ...pictures }) ??
    []) {
    await post(stage, { method: 'POST', url, payload: body, headers });
  }
}

async function sendSteps(stage: TruthStage, to: Opened, steps: readonly OtherStep[]) {
  for (const [kind, endpoint] of endpointsInOrder) {
    const items = steps.flatMap(({ kind: own, item }) => {
      if (own !== kind) return [];
      const spot = 'spot' in item ? { spot: to.spots.get(item.spot as number)?.pk } : {};
      return [{ ...item, ...spot }];
    });
    if (items.length === 0) continue;
    const { path: url, method } = endpoint;
    const headers = { authorization: `Token ${to.key}` };
    const { refused } = await post(stage, { method, url, headers, payload: { items } });
    if (refused) throw new Error(`${refused} of ${items.length} × ${kind} were refused.`);
  }
}

/** Sends what is due at the same time, each organization's separately. */
async function sendDue(stage: TruthStage, due: readonly Due[]): Promise<void> {
  await Promise.all(
    [...Map.groupBy(due, ({ to }) => to)].map(async ([to, own]) => {
      await sendSteps(
        stage,
        to,
        own.flatMap(({ step }) => step ?? []),
      );
      await Promise.all(own.flatMap(({ read }) => (read ? [sendRead(stage, to, read)] : [])));
    }),
  );
}

/** Does what the jobs would do now. */
function makeSettling({ database, clock }: TruthStage): () => Promise<void> {
  const settle = makeVisitSettler({ database, clock, publish: () => undefined });
  return async () => {
    const due = await database.system.begin((tx) => readDueProperties(tx, clock()));
    await Promise.all(due.map(settle));
  };
}

function groupByTime(due: readonly Due[]): Due[][] {
  const groups = Map.groupBy(due, ({ at }) => Math.floor(at / togetherMs));
  return [...groups].sort(([a], [b]) => a - b).map(([, group]) => group);
}

/**
 * Plays months that begin at the same time, all at once, through the URLs that cameras and programs send to. Afterwards
 * time continues until every visit is decided. Once a day people may work at the plate desk, and whenever something
 * happened they may look at the lots.
 */
export async function playMonths<P extends Play>(
  stage: TruthStage,
  plays: readonly P[],
  workDesk: (played: PlayedMonth<P>) => Promise<void> = async () => undefined,
  look: (played: PlayedMonth<P>) => Promise<void> = async () => undefined,
): Promise<PlayedMonth<P>[]> {
  const start = instant(Math.min(...plays.map(({ month }) => month.start)));
  stage.clock.set(toIso(start));
  const opened: Opened<P>[] = [];
  for (const play of plays) opened.push(await openProperties(stage, play));
  const due = opened.flatMap(listDue);
  const settle = makeSettling(stage);
  let workedAt = start;
  const reach = async (at: Instant) => {
    stage.clock.set(toIso(at));
    if (at - workedAt < dayMs) return;
    workedAt = at;
    await settle();
    await Promise.all(opened.map(workDesk));
  };
  const passTime = async (until: Instant, step: number) => {
    for (let at = stage.clock() + step; at < until; at += step) {
      await reach(instant(at));
      await settle();
    }
  };
  for (const group of groupByTime(due)) {
    const at = instant(Math.max(...group.map((one) => one.at)));
    await passTime(at, sweepMs);
    await reach(at);
    await sendDue(stage, group);
    await settle();
    await Promise.all(opened.map(look));
  }
  await passTime(instant(stage.clock() + 2 * dayMs), hourMs);
  await passTime(instant(stage.clock() + 31 * dayMs), 12 * hourMs);
  return opened;
}
