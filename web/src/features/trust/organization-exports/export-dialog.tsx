import type { OrganizationExports } from '@lotkeeper/contract/trust/organization-exports';
import {
  createOrganizationExport,
  listOrganizationExports,
} from '@lotkeeper/contract/trust/organization-exports';
import { useSend } from '../../../kernel/queries.ts';
import { Form } from '../../../ui/form/form.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { findProblems, useForm } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/frame/dialog.tsx';

interface ExportDialogProps {
  organizationId: string;
  name: OrganizationExports['name'];
  onClose: () => void;
}

/** Asks for the organization's name before everything is exported. */
export function ExportDialog({ organizationId, name, onClose }: ExportDialogProps) {
  const create = useSend(createOrganizationExport, [listOrganizationExports]);
  const form = useForm({
    initial: { confirm: '' },
    validate: (body) => findProblems(createOrganizationExport.body, body),
    send: create,
    onSubmit: (body) =>
      create.mutate({ params: { id: organizationId }, body }, { onSuccess: onClose }),
  });
  return (
    <Dialog title="Export everything?" onClose={onClose}>
      <Form form={form} submit="Export Everything" onCancel={onClose}>
        <p className="ui-bottom-wide">
          The file contains personal data: names, emails, phones, plates and images of your drivers,
          and your team. Keep it as safe as the data itself. The audit log records who exports and
          who downloads.
        </p>
        <TextInput
          label={`Enter “${name}” to confirm`}
          maxLength={200}
          autoComplete="off"
          data-autofocus
          {...form.text('confirm')}
        />
      </Form>
    </Dialog>
  );
}
