import type { CauseItem, LateChange, LinkSums } from '@lotkeeper/contract/money/close';
import { siteCauses } from '@lotkeeper/contract/money/close';

const isSiteCause = ({ cause }: CauseItem) => siteCauses.some((name) => name === cause);

/** What of a link changes by late visits, remittances and bank files; late ledger entries are named by themselves. */
function listItems({ link, first, second, causes }: LinkSums): Omit<LateChange, 'before'>[] {
  const toItem = ({ cause, source, detail, value }: CauseItem) => ({
    link,
    cause,
    source,
    detail,
    now: value,
  });
  const sum = { link, cause: null, source: null, detail: null };
  if (link === 'cars') return [{ ...sum, now: first.value }];
  if (link === 'bank') return [{ ...sum, now: second.value }, ...causes.map(toItem)];
  return link === 'charges' ? causes.filter(isSiteCause).map(toItem) : [];
}

const toKey = ({ link, cause, source, detail }: Omit<LateChange, 'before' | 'now'>) =>
  JSON.stringify([link, cause, source, detail]);

/** What is other than when a month was closed: cars, the bank, and what booking sites remitted. */
export function listLateChanges(
  frozen: readonly LinkSums[],
  current: readonly LinkSums[],
): LateChange[] {
  const before = new Map(frozen.flatMap(listItems).map((item) => [toKey(item), item]));
  const after = new Map(current.flatMap(listItems).map((item) => [toKey(item), item]));
  const all = new Map([...before, ...after]);
  return Array.from(
    all,
    ([key, item]): LateChange => ({
      ...item,
      before: before.get(key)?.now ?? (0 as LateChange['before']),
      now: after.get(key)?.now ?? (0 as LateChange['now']),
    }),
  ).filter((item) => item.before !== item.now);
}
