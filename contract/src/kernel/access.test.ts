import { expect, test } from 'vitest';
import {
  adminAndAccountant,
  adminAndEmployee,
  adminEmployeeAccountant,
  adminEmployeeEnforcer,
  adminOnly,
  anyRole,
  permits,
  roles,
} from './access.ts';

const lists = {
  adminOnly,
  adminAndEmployee,
  adminAndAccountant,
  adminEmployeeAccountant,
  adminEmployeeEnforcer,
  anyRole,
  nobody: [],
};

test.each([
  ['adminOnly', ['ADMIN']],
  ['adminAndEmployee', ['ADMIN', 'EMPLOYEE']],
  ['adminEmployeeEnforcer', ['ADMIN', 'EMPLOYEE', 'ENFORCER']],
  ['adminAndAccountant', ['ADMIN', 'ACCOUNTANT']],
  ['adminEmployeeAccountant', ['ADMIN', 'EMPLOYEE', 'ACCOUNTANT']],
  ['anyRole', ['ADMIN', 'EMPLOYEE', 'ENFORCER', 'VALET', 'ACCOUNTANT']],
  ['nobody', []],
] as const)('%s permits %s and superusers, and never a stranger', (name, permitted) => {
  const allowed = roles.filter((role) => permits(lists[name], { superuser: false, role }));
  expect(allowed).toEqual(permitted);
  expect(permits(lists[name], { superuser: true, role: null })).toBe(true);
  expect(permits(lists[name], { superuser: false, role: null })).toBe(false);
});
