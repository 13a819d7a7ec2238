import { roleIn, useProfile } from '../../kernel/session.tsx';
import { useCurrent } from './current.ts';
import type { MenuItem, Viewer } from './menu.ts';
import { organizationMenu, pagesWithoutMenuItem, propertyMenu } from './menu.ts';

/** The person's role in the open organization. */
export function useWho({ organization }: ReturnType<typeof useCurrent>): Viewer {
  const profile = useProfile();
  return {
    superuser: profile.superuser,
    role: organization ? roleIn(profile, organization.pk) : null,
  };
}

/** The pages that the person can open from here: those in the menu, then those that only figures link to. */
export function usePages(): MenuItem[] {
  const current = useCurrent();
  const viewer = useWho(current);
  return [
    ...propertyMenu(current, viewer),
    ...organizationMenu(current, viewer),
    ...pagesWithoutMenuItem(current, viewer),
  ];
}
