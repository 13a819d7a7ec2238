import { previewRetentionRule } from '@lotkeeper/contract/trust/retention';
import { test } from 'vitest';
import { expectEachFieldIsSent } from '../../../shared/test-edit-form.tsx';
import { answer } from '../../../shared/test-page.tsx';
import { RuleDialog } from './rule-dialog.tsx';

test('how long a class is kept is sent', async () => {
  const rule = {
    class: 'reads',
    keep_days: null,
    changed_at: null,
    changed_by: null,
  } as const;
  await expectEachFieldIsSent({
    show: () => <RuleDialog organizationId="1" rule={rule} onClose={() => undefined} />,
    reads: [answer(previewRetentionRule, { due: 0, retained: 0, more: false })],
  });
});
