import { createHold, listHolds } from '@lotkeeper/contract/trust/retention';
import type { StoryRecord } from '@lotkeeper/contract/trust/stories';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { now } from '../../../kernel/clock.ts';
import { formatAgo } from '../../../kernel/format.ts';
import { useRead, useSend } from '../../../kernel/queries.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { findProblems, useForm } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';

interface StoryHoldProps {
  organizationId: string;
  record: StoryRecord;
  /** As in the URL: a pk or a uuid. */
  story: string;
}

/** Whether a story is on hold, with the button that places a hold; only for Admins. */
export function StoryHold(props: StoryHoldProps) {
  const { organizationId, record, story } = props;
  const holds = useRead(listHolds, { params: { id: organizationId } });
  const [isOpen, setOpen] = useState(false);
  const hold = holds.data?.find(
    ({ subject, subject_pk, story: held, released_at }) =>
      released_at === null &&
      subject === record &&
      (held === story || String(subject_pk) === story),
  );
  return (
    <Panel title="Hold">
      <FormFailure error={holds.error} />
      {hold ? (
        <p className="ui-note">
          On hold since {formatAgo(hold.placed_at, now())} by {hold.placed_by}:{' '}
          <UserText>{hold.reason}</UserText>. Release it on the page{' '}
          <Link to="/organization/$organizationId/privacy" params={{ organizationId }}>
            Privacy & Retention
          </Link>
          .
        </p>
      ) : (
        <>
          <p className="ui-note">
            A hold keeps this {record} with its images and plate reads, however short your rules
            are, until an Admin releases it.
          </p>
          <div className="ui-top">
            <Button variant="default" disabled={!holds.data} onClick={() => setOpen(true)}>
              Place Hold
            </Button>
          </div>
        </>
      )}
      {isOpen ? <HoldDialog {...props} onClose={() => setOpen(false)} /> : null}
    </Panel>
  );
}

/** The hold's subject, as in the call. */
function toSubject(record: StoryRecord, story: string) {
  if (record === 'rental') return { rental: story };
  return record === 'visit' ? { visit: Number(story) } : { violation: story };
}

function HoldDialog(props: StoryHoldProps & { onClose: () => void }) {
  const { organizationId, record, story, onClose } = props;
  const placement = useSend(createHold, [listHolds]);
  const toBody = (values: { reason: string }) => ({ ...toSubject(record, story), ...values });
  const form = useForm({
    initial: { reason: '' },
    validate: (values) => findProblems(createHold.body, toBody(values)),
    send: placement,
    onSubmit: (values) =>
      placement.mutate(
        { params: { id: organizationId }, body: toBody(values) },
        { onSuccess: onClose },
      ),
  });
  return (
    <Dialog title="Place Hold" onClose={onClose}>
      <Form
        form={form}
        submit="Place Hold"
        reason={form.explain('place the hold', { reason: 'the reason' })}
        onCancel={onClose}
      >
        <TextInput
          label="Reason"
          description="Admins see it on this page and in the audit log."
          {...form.text('reason')}
          maxLength={200}
          data-autofocus
          required
        />
      </Form>
    </Dialog>
  );
}
