import type { Role } from '@lotkeeper/contract/kernel/access';
import { adminAndEmployee, anyRole } from '@lotkeeper/contract/kernel/access';
import { spotMenu } from '@lotkeeper/contract/spots';

/** A page that has its address and its place in the menu, but is not built yet. */
export interface PlannedPage {
  title: string;
  /** Who will see it; an empty list means superusers only. */
  roles: readonly Role[];
  /** What it will show, in one sentence. */
  promise: string;
}

const promises: Record<string, string> = {
  timeline: 'What happened at this property, day by day, will be here.',
};

const fromMenu = spotMenu.map((page): [string, PlannedPage] => [
  page.segment,
  {
    title: page.label,
    roles: page.roles,
    promise: promises[page.segment] ?? 'This page will be here.',
  },
]);

/** Every property page that is not built yet, by its segment of the address. */
export const spotPages: Readonly<Record<string, PlannedPage>> = Object.fromEntries([
  ...fromMenu,
  [
    'local-intelligence',
    {
      title: 'Local Intelligence',
      roles: adminAndEmployee,
      promise: 'What moves demand around this property will be explained here.',
    },
  ],
]);

/** The pages of an organization that are not built yet, by their segment of the address. */
export const organizationPages: Readonly<Record<string, PlannedPage>> = {};

export const valetDashboard: PlannedPage = {
  title: 'Valet Dashboard',
  roles: anyRole,
  promise: 'You will check cars in and out here.',
};
