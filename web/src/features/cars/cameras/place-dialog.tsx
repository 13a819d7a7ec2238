import type { ReactNode } from 'react';
import type { ApiError } from '../../../kernel/api.ts';
import { Form } from '../../../ui/form/form.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import type { CameraSettings } from './place-fields.tsx';
import { PlaceFields } from './place-fields.tsx';

interface PlaceDialogProps {
  organizationId: string;
  /** The current name and place. */
  target: CameraSettings;
  nameHint: string;
  update: {
    isPending: boolean;
    error: ApiError | null;
    mutate: (place: CameraSettings) => void;
  };
  onClose: () => void;
  children?: ReactNode;
}

/** Names a camera, or a connection with several cameras, and sets its location. */
export function PlaceDialog(props: PlaceDialogProps) {
  const { organizationId, target, nameHint, update, onClose, children } = props;
  const { name, spot_pk, direction } = target;
  const form = useForm<CameraSettings>({
    initial: { name, spot_pk, direction },
    validate: (settings) => (settings.name.trim() ? {} : { name: 'Please enter a name' }),
    send: update,
    onSubmit: update.mutate,
  });
  return (
    <Dialog title={`Change ${name}`} onClose={onClose}>
      {children ? <p className="ui-bottom-wide">{children}</p> : null}
      <Form
        form={form}
        submit="Save"
        reason={form.explain('save', { name: 'the name' })}
        onCancel={onClose}
      >
        <PlaceFields
          organizationId={organizationId}
          settings={form.values}
          onChange={form.set}
          errorFor={form.errorFor}
          nameHint={nameHint}
        />
      </Form>
    </Dialog>
  );
}
