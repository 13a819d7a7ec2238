import type { PlateCheck } from '@lotkeeper/contract/cars/plate-checks';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import { plateKey } from '@lotkeeper/contract/kernel/plates';
import { now } from '../../../kernel/clock.ts';
import { keptChecks, keptInBrowser } from '../../../kernel/kept.ts';

/** How many checks this browser remembers, for when there is no connection. */
const remembered = 10;

/** A check and its property. */
export interface RememberedCheck {
  spot: number;
  check: PlateCheck;
}

const isSame = (one: RememberedCheck, other: RememberedCheck) =>
  one.spot === other.spot &&
  one.check.state === other.check.state &&
  plateKey(one.check.plate) === plateKey(other.check.plate);

/** The last checks in this browser, the newest first; none is older than a day. */
export function readChecks(): RememberedCheck[] {
  const kept = keptInBrowser.readJson(keptChecks);
  if (!Array.isArray(kept)) return [];
  return (kept as RememberedCheck[]).filter(
    (one) => typeof one?.check?.checked_at === 'number' && one.check.checked_at > now() - dayMs,
  );
}

/** Remembers a check in the place of an earlier one of the same plate; `isKept` is false if a reload loses it. */
export function rememberCheck(one: RememberedCheck, before: readonly RememberedCheck[]) {
  const all = [one, ...before.filter((other) => !isSame(one, other))].slice(0, remembered);
  return { all, isKept: keptInBrowser.keep(keptChecks, JSON.stringify(all)) };
}

/** What is remembered of a plate at a property; undefined without a check of the last day. */
export const findRemembered = (
  all: readonly RememberedCheck[],
  spot: number,
  plate: string,
): PlateCheck | undefined =>
  all.find((one) => one.spot === spot && plateKey(one.check.plate) === plateKey(plate))?.check;
