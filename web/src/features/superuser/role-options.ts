import type { Role } from '@lotkeeper/contract/kernel/access';

const labels: Record<Role, string> = {
  ADMIN: 'Admin',
  EMPLOYEE: 'Employee',
  ENFORCER: 'Enforcer',
  VALET: 'Valet',
};

export const roleOptions = Object.entries(labels).map(([value, label]) => ({ value, label }));
