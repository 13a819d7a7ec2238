import type { PrivacyRequest } from '@lotkeeper/contract/trust/privacy-requests';
import {
  erasePrivacyRequest,
  getPrivacyRequest,
  listPrivacyRequests,
} from '@lotkeeper/contract/trust/privacy-requests';
import { useSend } from '../../../kernel/queries.ts';
import { Form } from '../../../ui/form/form.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { findProblems, useForm } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import { kindTexts } from './request-words.ts';

interface EraseDialogProps {
  organizationId: string;
  request: PrivacyRequest;
  onClose: () => void;
}

/** Asks for the plate, email, or phone again before it's erased. */
export function EraseDialog({ organizationId, request, onClose }: EraseDialogProps) {
  const erase = useSend(erasePrivacyRequest, [getPrivacyRequest, listPrivacyRequests]);
  const { confirm, inputType } = kindTexts[request.kind];
  const params = { id: organizationId, request: request.pk };
  const form = useForm({
    initial: { confirm: '' },
    validate: (body) => findProblems(erasePrivacyRequest.body, body),
    send: erase,
    onSubmit: (body) => erase.mutate({ params, body }, { onSuccess: onClose }),
  });
  return (
    <Dialog title={`Erase ${request.hint}?`} size="question" onClose={onClose}>
      <Form form={form} submit="Erase" isDestructive onCancel={onClose}>
        <p className="ui-bottom-wide">
          What was found is deleted or made anonymous, and can’t be restored. Amounts of money stay,
          and so does what the list says must. If you want an export, get it first.
        </p>
        <TextInput
          label={confirm}
          type={inputType}
          maxLength={200}
          autoComplete="off"
          data-autofocus
          {...form.text('confirm')}
        />
      </Form>
    </Dialog>
  );
}
