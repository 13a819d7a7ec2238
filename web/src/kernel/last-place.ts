import { useSyncExternalStore } from 'react';
import { keptInTab } from './kept.ts';

const storageKey = 'last-place';

/** The organization and property that this tab last showed, as in its URLs. */
export interface LastPage {
  organizationId: string;
  spotId: string | null;
}

const listeners = new Set<() => void>();
/** As 'organization/property'. */
let currentPlace = keptInTab.read(storageKey) ?? '';

function changePlace(next: string): void {
  if (next === currentPlace) return;
  currentPlace = next;
  if (currentPlace) keptInTab.keep(storageKey, currentPlace);
  else keptInTab.forget(storageKey);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The tab's last place, for pages whose URL doesn't name a property or an organization. */
export function useLastPlace(): LastPage | null {
  const [organizationId = '', spotId = ''] = useSyncExternalStore(
    subscribe,
    () => currentPlace,
  ).split('/');
  return organizationId ? { organizationId, spotId: spotId || null } : null;
}

export const keepLastPlace = ({ organizationId, spotId }: LastPage) =>
  changePlace(`${organizationId}/${spotId ?? ''}`);

export const forgetLastPlace = () => changePlace('');
