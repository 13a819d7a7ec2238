import type { DeskFinding } from '@lotkeeper/contract/cars/plate-desk';
import type { CarStay } from '@lotkeeper/simulator/truth/month';
import type { TrueOutcome } from '@lotkeeper/simulator/truth/outcomes';
import { decide } from '../../features/cars/plate-desk/desk-decisions.ts';
import type { Reader } from '../../features/cars/plate-desk/learning.queries.ts';
import { readDeskVisit, takeNext } from '../../features/cars/plate-desk/plate-desk.queries.ts';
import { suggestFinding } from '../../features/cars/plate-desk/suggestion.rules.ts';
import { completes } from '../../features/cars/visits/public.ts';
import type { Person } from '../../kernel/access/scope.ts';
import { scopeMaker } from '../../kernel/access/scope.ts';
import { must } from '../../kernel/must.ts';
import { makePerson } from '../people.factory.ts';
import type { ComparedVisit } from './compare-month.ts';
import { findStaysOf, indexStays, isOtherPlate, listStays, readCompared } from './compare-month.ts';
import type { PlayedMonth, TruthStage } from './play-month.ts';

type Truth = ReadonlyMap<string, TrueOutcome>;

/** What a person finds of reads that aren't of one car: where the second begins, if both owe something. */
function splitStays(visit: ComparedVisit, owes: (stay: CarStay) => boolean): DeskFinding {
  const [first] = visit.reads;
  const second = visit.reads.find(({ stay }) => stay !== first?.stay);
  return second && listStays(visit).every(owes)
    ? { verdict: 'split', from: second.pk }
    : { verdict: 'not_customer' };
}

/** What the desk shows of a visit, with the stays that its reads, those without a plate, and other visits are really of. */
interface Seen {
  visit: ComparedVisit;
  /** The state that the desk shows beside its plate. */
  state: string | null;
  unread: ReadonlyMap<CarStay, number>;
  others: readonly ComparedVisit[];
}

/**
 * What a person finds who knows the truth: the plate is another; or the car owes nothing, or less than its reads say; or
 * all is as it was read. Who left within the grace minutes and wasn't seen to leave owes nothing under any plate.
 */
function findTruth(
  { visit, state: shownState, unread, others }: Seen,
  played: PlayedMonth,
  truth: Truth,
): DeskFinding {
  const stays = listStays(visit);
  const [stay] = stays;
  if (!stay) return { verdict: 'misread' };
  const owedBy = (one: CarStay) => truth.get(one.id)?.owed ?? 0;
  if (stays.length > 1) return splitStays(visit, (one) => owedBy(one) > 0);
  const missing = unread.get(stay);
  if (missing !== undefined && !isOtherPlate(visit, stay))
    return { verdict: 'completed', read: missing };
  const half = others.find((other) => completes(visit, other) && listStays(other).includes(stay));
  if (half && isOtherPlate(half, stay)) {
    const { plate, state } = stay.driver;
    return { verdict: 'joined', other: half.pk, plate, state };
  }
  // The same car, read once more under almost the same plate.
  const isTwice = others.some(
    (other) =>
      other.entrance_at !== null && visit.entrance_at !== null && listStays(other).includes(stay),
  );
  if (isTwice) return { verdict: 'misread' };
  const wasSeenToLeave = played.sent.some(
    (read) => read.stay === stay && read.step.reading.direction === 'Exit',
  );
  const isGrace = truth.get(stay.id)?.outcome === 'grace';
  const isOtherState = shownState !== null && shownState !== stay.driver.state;
  if (isOtherPlate(visit, stay) || isOtherState) {
    const { plate, state } = stay.driver;
    return isGrace && !wasSeenToLeave
      ? { verdict: 'misread' }
      : { verdict: 'corrected', plate, state };
  }
  const owed = owedBy(stay);
  return { verdict: owed === 0 || visit.uncollected > owed ? 'not_customer' : 'confirmed' };
}

/** What somebody finds of a visit that waits at the plate desk; null = nothing. */
type FindOut = (pk: number) => Promise<DeskFinding | null>;

/** Has somebody look at every visit that waits at the plate desk. */
function makeWork(
  { database, clock }: TruthStage,
  start: (played: PlayedMonth) => FindOut,
): (played: PlayedMonth) => Promise<void> {
  const makeScope = scopeMaker(database);
  const made = makePerson(database.system, { superuser: true });
  return async (played) => {
    const person = { ...(await made), superuser: true, affiliations: [] } as unknown as Person;
    const scope = makeScope.organization(person, played.organization);
    const findOut = start(played);
    const skipped: number[] = [];
    const take = () => takeNext(scope, { spot: null, skipped }, clock());
    for (let pk = await take(); pk !== null; pk = await take()) {
      const finding = await findOut(pk);
      if (finding === null) skipped.push(pk);
      else await decide(scope, pk, finding, { now: clock(), settling: 'by job' });
    }
  };
}

/** Has somebody who knows the truth decide every visit that waits at the plate desk. */
export const makeDeskWork = (
  stage: TruthStage,
  truthOf: (played: PlayedMonth) => Truth,
): ((played: PlayedMonth) => Promise<void>) =>
  makeWork(stage, (played) => {
    const findStay = indexStays(played);
    return async (pk) => {
      const sql = stage.database.system;
      const [compared] = await readCompared(sql, played.organization, findStay, pk);
      const visit = must(compared, 'visit at the desk');
      const reader = readerOf(stage, played);
      const { state, unread, others } = await readDeskVisit(reader, pk);
      const stayOf = await findStaysOf(
        sql,
        played,
        unread.map(({ read }) => read),
      );
      const halves = await Promise.all(
        others.map((other) => readCompared(sql, played.organization, findStay, other.pk)),
      );
      const seen = { visit, state, unread: stayOf, others: halves.flat() };
      return findTruth(seen, played, truthOf(played));
    };
  });

const readerOf = (stage: TruthStage, { organization }: PlayedMonth) => ({
  organizationId: organization,
  read: (async (query) => query(stage.database.system)) as Reader['read'],
});

/** Has somebody accept whatever the plate desk suggests, and nothing else. */
export const makeBlindWork = (stage: TruthStage): ((played: PlayedMonth) => Promise<void>) =>
  makeWork(stage, (played) => async (pk) => {
    const row = await readDeskVisit(readerOf(stage, played), pk);
    return suggestFinding(row)?.finding ?? null;
  });
