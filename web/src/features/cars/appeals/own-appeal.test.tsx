import type { AppealState, Notice } from '@lotkeeper/contract/cars/appeals';
import { appealRules, appealStates } from '@lotkeeper/contract/cars/appeals';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderUi } from '../../../ui/test-render.tsx';
import { OwnAppeal } from './own-appeal.tsx';

const sending = { isPending: false, error: null, share: 0, left: [], send: () => undefined };

function showAppeal(state: AppealState, imageCount: number) {
  const notice = {
    token: 'token',
    timezone: 'America/Phoenix',
    ticket: { status: 'Created', amount: 5500 },
    appeal: {
      state,
      reason: 'other',
      text: 'I paid.',
      sent_at: 1_779_292_800_000,
      due_on: '2026-06-10',
      images: Array.from({ length: imageCount }, (_, index) => ({ url: `/image/${index}` })),
      answer: null,
      first_amount: 5500,
    },
  } as unknown as Notice;
  renderUi(<OwnAppeal notice={notice} isNew={false} sending={sending as never} />);
  return screen.queryByLabelText('Add an image');
}

test.each(Object.keys(appealStates) as AppealState[])(
  'images can be added to an appeal while it is open, not when it is %s',
  (state) => {
    const field = showAppeal(state, 1);
    expect(screen.getByText('I paid.')).toBeVisible();
    if (state === 'open') expect(field).toBeEnabled();
    else expect(field).toBeNull();
  },
);

test('no more images can be added to an open appeal than it takes', () => {
  expect(showAppeal('open', appealRules.maxImages)).toBeNull();
});
