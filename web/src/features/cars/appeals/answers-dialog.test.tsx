import { listAppealAnswers } from '@lotkeeper/contract/cars/appeals';
import { expect, test } from 'vitest';
import { expectEachFieldIsSent } from '../../../shared/test-edit-form.tsx';
import { answer } from '../../../shared/test-page.tsx';
import AnswersDialog from './answers-dialog.tsx';

test('the name and text of each saved answer are sent when they alone were changed', async () => {
  const answers = ['Paid', 'Late'].map((name) => ({ name, text: `${name}, so it’s waived.` }));
  const changes = await expectEachFieldIsSent({
    show: () => (
      <AnswersDialog organizationId="1" onSaved={() => undefined} onClose={() => undefined} />
    ),
    reads: [answer(listAppealAnswers, { answers })],
  });
  expect(Object.keys(changes)).toHaveLength(4);
});
