import { listMemberAccess } from '@lotkeeper/contract/people/team';
import { expect, test } from 'vitest';
import { expectEachFieldIsSent } from '../../../shared/test-edit-form.tsx';
import { answer } from '../../../shared/test-page.tsx';
import { ChangeRoleDialog } from './change-role.tsx';
import type { TeamEntry } from './team.rules.ts';

test('another role of a member is sent', async () => {
  const changes = await expectEachFieldIsSent({
    show: () => (
      <ChangeRoleDialog
        organizationId="1"
        entry={{ name: 'Ann Lee', role: 'ADMIN', person: 7 } as TeamEntry & { person: number }}
        onChanged={() => undefined}
        onClose={() => undefined}
      />
    ),
    reads: [answer(listMemberAccess, [])],
  });
  for (const parts of Object.values(changes)) expect(parts).toContain('role');
});
