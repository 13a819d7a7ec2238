import type { RecentImport } from '@lotkeeper/contract/intake/visitors-csv';
import {
  listRecentImports,
  previewImportUndo,
  undoVisitorImport,
} from '@lotkeeper/contract/intake/visitors-csv';
import { useRead } from '../../../kernel/queries.ts';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { ConfirmSend } from '../../../ui/frame/confirm-dialog.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import { describeUndo } from './undo.rules.ts';

/** Shows what an undo will do, and asks for confirmation. */
export function UndoDialog(props: { upload: RecentImport; onClose: () => void }) {
  const { upload, onClose } = props;
  const params = { id: upload.pk };
  const preview = useRead(previewImportUndo, { params });
  return (
    <ConfirmSend
      question="Undo this upload?"
      confirm="Undo Upload"
      endpoint={undoVisitorImport}
      input={{ params }}
      changes={[listRecentImports]}
      onClose={onClose}
    >
      <UserText>{upload.file}</UserText>
      <br />
      {preview.data ? describeUndo(preview.data) : preview.error ? null : 'Counting visitors…'}
      {preview.error ? (
        <FormFailure error={preview.error} action={previewImportUndo.failure} />
      ) : null}
    </ConfirmSend>
  );
}
