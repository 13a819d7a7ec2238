import type { SavedReport } from '@lotkeeper/contract/money/custom-reports';
import { test } from 'vitest';
import { expectEachFieldIsSent } from '../../../shared/test-edit-form.tsx';
import ReportDialogs from './report-dialogs.tsx';

test('the new name of a saved report is sent', async () => {
  await expectEachFieldIsSent({
    show: () => (
      <ReportDialogs
        spot={{ pk: 1 }}
        setup={{} as never}
        dialog={{ kind: 'rename', report: { pk: 3, name: 'By month' } as SavedReport }}
        onDone={() => undefined}
        onClose={() => undefined}
      />
    ),
  });
});
