import type { BookExport } from '@lotkeeper/contract/money/books';
import { createBookCorrections, listBookExports } from '@lotkeeper/contract/money/books';
import type { FormEvent } from 'react';
import { useSend } from '../../../kernel/queries.ts';
import form from '../../../ui/form/form.module.css';
import { FormActions } from '../../../ui/form/form.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import { useFirstDownload } from './books.api.ts';
import { describeHistory, describeMonths } from './export-names.ts';

interface CorrectionsDialogProps {
  organizationId: string;
  corrected: BookExport;
  onClose: () => void;
}

/** Exports what changed in months since they were exported. */
export function CorrectionsDialog({ organizationId, corrected, onClose }: CorrectionsDialogProps) {
  const correct = useSend(createBookCorrections, [listBookExports]);
  const file = useFirstDownload(organizationId, onClose);
  const history = describeHistory(corrected);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const params = { id: organizationId, export: corrected.pk };
    correct.mutate({ params }, { onSuccess: file.start });
  };
  return (
    <Dialog title={`Corrections of ${describeMonths(corrected)}`} size="table" onClose={onClose}>
      <form className={form.form} onSubmit={submit}>
        <p className="ui-dimmed">
          Late refunds and other changes since this export become a journal of their own, dated
          today. Import it in addition to what you imported before.
        </p>
        {history ? <p className="ui-dimmed">{history}</p> : null}
        <FormFailure error={correct.error ?? file.error} />
        <FormActions
          submit="Export corrections"
          isPending={correct.isPending || file.isPending}
          focusSubmit
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
