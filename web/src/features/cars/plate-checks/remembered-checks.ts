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

const isSame = (item: RememberedCheck, other: RememberedCheck) =>
  item.spot === other.spot &&
  item.check.state === other.check.state &&
  plateKey(item.check.plate) === plateKey(other.check.plate);

/** The last checks in this browser, the newest first; none is older than a day. */
export function readChecks(): RememberedCheck[] {
  const stored = keptInBrowser.readJson(keptChecks);
  if (!Array.isArray(stored)) return [];
  return (stored as RememberedCheck[]).filter(
    (item) => typeof item?.check?.checked_at === 'number' && item.check.checked_at > now() - dayMs,
  );
}

/** Remembers a check in the place of an earlier one of the same plate; `isKept` is false if a reload loses it. */
export function rememberCheck(item: RememberedCheck, before: readonly RememberedCheck[]) {
  const all = [item, ...before.filter((other) => !isSame(item, other))].slice(0, remembered);
  return { all, isKept: keptInBrowser.keep(keptChecks, JSON.stringify(all)) };
}

/** What is remembered of a plate at a property; undefined without a check of the last day. */
export const findRemembered = (
  all: readonly RememberedCheck[],
  spot: number,
  plate: string,
): PlateCheck | undefined =>
  all.find((item) => item.spot === spot && plateKey(item.check.plate) === plateKey(plate))?.check;
