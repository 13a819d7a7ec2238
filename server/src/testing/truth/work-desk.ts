import type { DeskVerdict } from '@lotkeeper/contract/cars/plate-desk';
import type { TrueOutcome } from '@lotkeeper/simulator/truth/outcomes';
import { decide, takeNext } from '../../features/cars/plate-desk/plate-desk.queries.ts';
import type { Person } from '../../kernel/access/scope.ts';
import { scopeMaker } from '../../kernel/access/scope.ts';
import { must } from '../../kernel/must.ts';
import { makePerson } from '../people.factory.ts';
import type { ComparedVisit } from './compare-month.ts';
import { indexStays, isOtherPlate, listStays, readCompared } from './compare-month.ts';
import type { PlayedMonth, TruthStage } from './play-month.ts';

type Truth = ReadonlyMap<string, TrueOutcome>;

/**
 * What a person finds who knows the truth: the plate isn't the car's; or the car owes nothing, or less than its reads
 * say; or all is as it was read.
 */
function findVerdict(visit: ComparedVisit, truth: Truth): DeskVerdict {
  const stays = listStays(visit);
  const [stay] = stays;
  if (!stay || isOtherPlate(visit, stay)) return 'misread';
  const owed = truth.get(stay.id)?.owed ?? 0;
  return owed === 0 || stays.length > 1 || visit.uncollected > owed ? 'not_customer' : 'confirmed';
}

/** Has somebody who knows the truth decide every visit that waits at the plate desk. */
export function makeDeskWork(
  { database, clock }: TruthStage,
  truthOf: (played: PlayedMonth) => Truth,
): (played: PlayedMonth) => Promise<void> {
  const sql = database.system;
  const makeScope = scopeMaker(database);
  const person = makePerson(sql, { superuser: true });
  return async (played) => {
    const { organization } = played;
    const scope = makeScope.organization(
      { ...(await person), superuser: true, affiliations: [] } as unknown as Person,
      organization,
    );
    const stays = indexStays(played);
    const choice = { spot: null, skipped: [] };
    for (
      let pk = await takeNext(scope, choice, clock());
      pk !== null;
      pk = await takeNext(scope, choice, clock())
    ) {
      const [visit] = await readCompared(sql, organization, stays, pk);
      const verdict = findVerdict(must(visit, 'visit at the desk'), truthOf(played));
      await decide(scope, pk, verdict, clock());
    }
  };
}
