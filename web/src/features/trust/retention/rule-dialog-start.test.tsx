import type { RetentionRule } from '@lotkeeper/contract/trust/retention';
import { previewRetentionRule } from '@lotkeeper/contract/trust/retention';
import { formatKeepDays } from '@lotkeeper/contract/trust/retention-classes';
import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { answer, showPage } from '../../../shared/test-page.tsx';
import { RuleDialog } from './rule-dialog.tsx';

afterEach(() => vi.unstubAllGlobals());

test.each([null, 14])('an edited rule starts with what is saved: %s days', async (keep_days) => {
  const rule: RetentionRule = { class: 'reads', keep_days, changed_at: null, changed_by: null };
  showPage({
    show: () => <RuleDialog organizationId="1" rule={rule} onClose={() => undefined} />,
    reads: [answer(previewRetentionRule, { due: 0, retained: 0, more: false })],
  });
  const field = await screen.findByRole('combobox', { name: /^Keep for/ });
  expect(field).toHaveValue(formatKeepDays(keep_days));
  expect(screen.getByText('Choose another length to save.')).toBeInTheDocument();
});
