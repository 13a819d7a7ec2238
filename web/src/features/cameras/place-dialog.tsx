import type { ReactNode } from 'react';
import { useState } from 'react';
import type { ApiError } from '../../kernel/api.ts';
import { Button } from '../../ui/form/button.tsx';
import form from '../../ui/form/form.module.css';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { Dialog } from '../../ui/frame/dialog.tsx';
import type { CameraSettings } from './place-fields.tsx';
import { PlaceFields } from './place-fields.tsx';

interface PlaceDialogProps {
  organizationId: string;
  /** What is named and placed, as it is now. */
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

/** Names a camera or a sender of several, and says where it stands. */
export function PlaceDialog(props: PlaceDialogProps) {
  const { organizationId, target, nameHint, update, onClose, children } = props;
  const { name, spot_pk, direction } = target;
  const [settings, setSettings] = useState<CameraSettings>({ name, spot_pk, direction });
  return (
    <Dialog label={`Change ${name}`} onClose={onClose}>
      <h2 className={form.heading}>Change {name}</h2>
      {children ? <p className={form.text}>{children}</p> : null}
      <form
        className={form.form}
        onSubmit={(event) => {
          event.preventDefault();
          update.mutate(settings);
        }}
        noValidate
      >
        <PlaceFields
          organizationId={organizationId}
          settings={settings}
          onChange={setSettings}
          fields={update.error?.fields ?? {}}
          nameHint={nameHint}
        />
        <FormFailure error={update.error} />
        <div className={form.buttons}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={update.isPending} disabled={!settings.name.trim()}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
