import type { Role } from '@lotkeeper/contract/kernel/access';
import { spotMenu } from '@lotkeeper/contract/spots';

/** A page that has its address and its place in the menu, but is not built yet. */
export interface PlannedPage {
  title: string;
  /** Who will see it; an empty list means superusers only. */
  roles: readonly Role[];
  /** What it will show, in one sentence. */
  promise: string;
}

const fromMenu = spotMenu.map((page): [string, PlannedPage] => [
  page.segment,
  {
    title: page.label,
    roles: page.roles,
    promise: 'This page will be here.',
  },
]);

/** Every property page that is not built yet, by its segment of the address. */
export const spotPages: Readonly<Record<string, PlannedPage>> = Object.fromEntries(fromMenu);

/** The pages of an organization that are not built yet, by their segment of the address. */
export const organizationPages: Readonly<Record<string, PlannedPage>> = {};
