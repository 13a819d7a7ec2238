import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { BodyOf } from '@lotkeeper/contract/kernel/endpoint';
import type { CloseLink } from '@lotkeeper/contract/money/close';
import {
  closeLinks,
  getMonthClose,
  linkStateLabels,
  signCloseLinks,
} from '@lotkeeper/contract/money/close';
import { useSend } from '../../../kernel/queries.ts';
import { Form } from '../../../ui/form/form.tsx';
import { TextArea } from '../../../ui/form/text-area.tsx';
import { findProblems, useForm } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/frame/dialog.tsx';

interface SignDialogProps {
  organizationId: string;
  month: LocalDate;
  links: readonly CloseLink[];
  onClose: () => void;
}

/** Signs comparisons of a month as they are shown, with a reason. */
export function SignDialog({ organizationId, month, links, onClose }: SignDialogProps) {
  const sign = useSend(signCloseLinks, [getMonthClose]);
  const toBody = ({ reason }: { reason: string }): BodyOf<typeof signCloseLinks> => ({
    month,
    reason,
    links: links.map(({ link, first, second, unexplained }) => ({
      link,
      first: first.value,
      second: second.value,
      unexplained,
    })),
  });
  const form = useForm<{ reason: string }>({
    initial: { reason: '' },
    validate: (values) => findProblems(signCloseLinks.body, toBody(values)),
    send: sign,
    onSubmit: (values) =>
      sign.mutate(
        { params: { orgId: organizationId }, body: toBody(values) },
        { onSuccess: onClose },
      ),
  });
  return (
    <Dialog
      title={links.length === 1 ? 'Sign' : `Sign ${links.length} comparisons`}
      onClose={onClose}
    >
      <Form
        form={form}
        submit="Sign"
        reason={form.explain('sign', { reason: 'the reason' })}
        onCancel={onClose}
      >
        <p className="ui-dimmed">
          Your name and reason stand below the sums: you have looked at them, and stand for them.
        </p>
        <ul className="ui-list ui-dimmed">
          {links.map(({ link, state }) => (
            <li key={link}>
              {closeLinks[link].label}: {linkStateLabels[state].toLowerCase()}
            </li>
          ))}
        </ul>
        <TextArea
          label="Reason"
          description="What you compared, or why a difference is in order. It stays with the month."
          rows={3}
          {...form.text('reason')}
          maxLength={500}
          required
        />
      </Form>
    </Dialog>
  );
}
