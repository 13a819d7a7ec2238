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

/** A month's links, and the names of all properties then. */
export interface NamedLinks {
  links: readonly LinkSums[];
  names: readonly { pk: number; name: string }[];
}

/** What a month's links say, each known by its words with the numbers of properties instead of their names. */
function indexItems({ links, names }: NamedLinks) {
  const longestFirst = names.toSorted((a, b) => b.name.length - a.name.length);
  const toKey = ({ link, cause, source, detail }: Omit<LateChange, 'before' | 'now'>) => {
    const words = longestFirst.reduce(
      (text, { pk, name }) => text?.replaceAll(name, () => `#${pk}`),
      detail ?? undefined,
    );
    return JSON.stringify([link, cause, source, words]);
  };
  return new Map(links.flatMap(listItems).map((item) => [toKey(item), item]));
}

/** What is other than when a month was closed: cars, the bank, and what booking sites remitted. A new name isn't. */
export function listLateChanges(frozen: NamedLinks, current: NamedLinks): LateChange[] {
  const before = indexItems(frozen);
  const after = indexItems(current);
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
