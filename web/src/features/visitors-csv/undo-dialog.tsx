import type { RecentImport } from '@lotkeeper/contract/visitors-csv';
import {
  listRecentImports,
  previewImportUndo,
  undoVisitorImport,
} from '@lotkeeper/contract/visitors-csv';
import { useRead, useSend } from '../../kernel/queries.ts';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { ConfirmDialog } from '../../ui/frame/confirm-dialog.tsx';
import { UserText } from '../../ui/frame/user-text.tsx';
import { describeUndo } from './undo.rules.ts';

/** Says what an undo will do, and asks. */
export function UndoDialog(props: {
  upload: RecentImport;
  onStarted: () => void;
  onClose: () => void;
}) {
  const { upload, onStarted, onClose } = props;
  const params = { id: upload.pk };
  const preview = useRead(previewImportUndo, { params });
  const undo = useSend(undoVisitorImport, [listRecentImports]);
  return (
    <ConfirmDialog
      question="Undo this upload?"
      confirm="Undo Upload"
      onConfirm={() => undo.mutate({ params }, { onSuccess: onStarted })}
      onClose={onClose}
      send={undo}
    >
      <UserText>{upload.file}</UserText>
      <br />
      {preview.data ? describeUndo(preview.data) : preview.error ? null : 'Counting visitors…'}
      {preview.error ? (
        <FormFailure error={preview.error} action={previewImportUndo.failure} />
      ) : null}
    </ConfirmDialog>
  );
}
