import type { Camera } from '@lotkeeper/contract/cameras';
import { listCameras, updateCamera } from '@lotkeeper/contract/cameras';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { useSend } from '../../kernel/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import form from '../../ui/form.module.css';
import { FormFailure } from '../../ui/form-failure.tsx';
import type { Place } from './place-fields.tsx';
import { PlaceFields } from './place-fields.tsx';

/** Names a camera and says where it stands. */
export function PlaceDialog(props: {
  organizationId: string;
  camera: Camera;
  onClose: () => void;
}) {
  const { organizationId, camera, onClose } = props;
  const { name, spot_pk, direction } = camera;
  const [place, setPlace] = useState<Place>({ name, spot_pk, direction });
  const update = useSend(updateCamera, [listCameras]);
  const params = { id: organizationId, camera: String(camera.pk) };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    update.mutate({ params, body: place }, { onSuccess: onClose });
  };
  return (
    <Dialog label={`Change ${name}`} onClose={onClose}>
      <h2 className={form.heading}>Change {name}</h2>
      <form className={form.form} onSubmit={submit} noValidate>
        <PlaceFields
          organizationId={organizationId}
          place={place}
          onChange={setPlace}
          fields={update.error?.fields ?? {}}
          nameHint={`Its sender calls it ${camera.camera_ref}.`}
        />
        <FormFailure error={update.error} />
        <div className={form.buttons}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={update.isPending} disabled={!place.name.trim()}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
