import { keptInTab } from './kept.ts';

const storageKey = 'last-place';

/** The organization and property that this tab last showed, as in its URLs. */
export interface LastPage {
  organizationId: string;
  spotId: string | null;
}

/** The tab's last place, for pages whose URL doesn't name a property or an organization. */
export function readLastPlace(): LastPage | null {
  const [organizationId = '', spotId = ''] = (keptInTab.read(storageKey) ?? '').split('/');
  return organizationId ? { organizationId, spotId: spotId || null } : null;
}

export const keepLastPlace = ({ organizationId, spotId }: LastPage) =>
  keptInTab.keep(storageKey, `${organizationId}/${spotId ?? ''}`);

export const forgetLastPlace = () => keptInTab.forget(storageKey);
