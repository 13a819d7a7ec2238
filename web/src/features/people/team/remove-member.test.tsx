import { listMemberAccess } from '@lotkeeper/contract/people/team';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer, showPage } from '../../../shared/test-page.tsx';
import { RemoveDialog } from './remove-member.tsx';

const key = {
  kind: 'api_key',
  pk: 1,
  name: 'Site',
  created_at: 0,
  expires_at: null,
  last_used_at: null,
};

test.each([false, true])(
  'whether what a member created ends with them is sent: %s',
  async (isEnding) => {
    const sent = showPage({
      show: () => (
        <RemoveDialog
          organizationId="7"
          entry={{ name: 'Ann Lee', person: 3, invitation: null } as never}
          onRemoved={() => undefined}
          onClose={() => undefined}
        />
      ),
      reads: [answer(listMemberAccess, [key] as never)],
    });
    const choice = await screen.findByRole('checkbox');
    if (isEnding) fireEvent.click(choice);
    fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.url).toMatch(new RegExp(`/3/?\\?end=${isEnding}$`));
  },
);
