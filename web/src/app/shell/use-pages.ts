import type { Viewer } from '@lotkeeper/contract/platform/pages';
import { roleIn, useProfile } from '../../kernel/session.tsx';
import { useCurrent } from './current.ts';
import type { MenuItem } from './menu.ts';
import { listOrganizationItems, listOtherItems, listSpotItems } from './menu.ts';

/** The person's role in the open organization. */
export function useWho({ organization }: ReturnType<typeof useCurrent>): Viewer {
  const profile = useProfile();
  return {
    superuser: profile.superuser,
    role: organization ? roleIn(profile, organization.pk) : null,
  };
}

/** The pages that the person can open from here, by what they are about. */
export function useListedPages() {
  const current = useCurrent();
  const viewer = useWho(current);
  return {
    spot: listSpotItems(current, viewer),
    organization: listOrganizationItems(current, viewer),
    others: listOtherItems(current, viewer),
  };
}

export const usePages = (): MenuItem[] => Object.values(useListedPages()).flat();
