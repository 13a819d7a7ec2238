import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { closeMonth, getMonthClose } from '@lotkeeper/contract/money/close';
import { markStale } from '../../../kernel/queries.ts';
import { ConfirmSend } from '../../../ui/frame/confirm-dialog.tsx';

interface CloseDialogProps {
  organizationId: string;
  month: LocalDate;
  /** Such as June 2026. */
  name: string;
  onClose: () => void;
}

/** Closes a month whose comparisons are signed. */
export function CloseDialog({ organizationId, month, name, onClose }: CloseDialogProps) {
  // A refusal says that the sums have changed, so the page behind it is outdated too.
  const close = () => {
    markStale([getMonthClose]);
    onClose();
  };
  return (
    <ConfirmSend
      endpoint={closeMonth}
      input={{ params: { orgId: organizationId }, body: { month } }}
      changes={[getMonthClose]}
      question={`Close ${name}?`}
      confirm="Close month"
      onClose={close}
      onDone={onClose}
    >
      Its sums and signatures are frozen. What arrives for it later counts in the first month that
      is open.
    </ConfirmSend>
  );
}
