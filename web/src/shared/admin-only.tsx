import { adminOnly } from '@lotkeeper/contract/kernel/access';
import type { ReactNode } from 'react';
import { useHasRole } from '../kernel/session.tsx';

/** Whether the signed-in person may change an organization’s money pages, which Accountants only read. */
export const useIsAdmin = (organization: number | string): boolean =>
  useHasRole(Number(organization))(adminOnly);

/** Shows what only Admins can use; `otherwise`, or nothing, to others. */
export function AdminOnly(props: {
  organization: number | string;
  otherwise?: ReactNode;
  children: ReactNode;
}) {
  return useIsAdmin(props.organization) ? props.children : props.otherwise;
}
