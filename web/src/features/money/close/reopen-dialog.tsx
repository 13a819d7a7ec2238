import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { getMonthClose, reopenMonth } from '@lotkeeper/contract/money/close';
import { useSend } from '../../../kernel/queries.ts';
import { Form } from '../../../ui/form/form.tsx';
import { TextArea } from '../../../ui/form/text-area.tsx';
import { findProblems, useForm } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/frame/dialog.tsx';

interface ReopenDialogProps {
  organizationId: string;
  month: LocalDate;
  /** Such as June 2026. */
  name: string;
  onClose: () => void;
}

/** Reopens a closed month, with a reason. */
export function ReopenDialog({ organizationId, month, name, onClose }: ReopenDialogProps) {
  const reopen = useSend(reopenMonth, [getMonthClose]);
  const form = useForm<{ reason: string }>({
    initial: { reason: '' },
    validate: ({ reason }) => findProblems(reopenMonth.body, { month, reason }),
    send: reopen,
    onSubmit: ({ reason }) =>
      reopen.mutate(
        { params: { orgId: organizationId }, body: { month, reason } },
        { onSuccess: onClose },
      ),
  });
  return (
    <Dialog title={`Reopen ${name}?`} size="question" onClose={onClose}>
      <Form
        form={form}
        submit="Reopen"
        reason={form.explain('reopen the month', { reason: 'the reason' })}
        onCancel={onClose}
      >
        <p className="ui-dimmed">
          Its sums then change again with what arrives. What was frozen stays in the history, and
          the audit log shows that you reopened it.
        </p>
        <TextArea label="Reason" rows={3} {...form.text('reason')} maxLength={500} required />
      </Form>
    </Dialog>
  );
}
