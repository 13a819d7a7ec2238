import type { CameraFormat } from '@lotkeeper/contract/cameras';
import {
  cameraFormats,
  createCameraFeed,
  formatLabels,
  listCameraFeeds,
} from '@lotkeeper/contract/cameras';
import type { AnswerOf } from '@lotkeeper/contract/kernel/endpoint';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { useSend } from '../../kernel/queries.ts';
import { Button } from '../../ui/form/button.tsx';
import { CopyText } from '../../ui/form/copy-text.tsx';
import form from '../../ui/form/form.module.css';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { SearchSelect } from '../../ui/form/search-select.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { Dialog } from '../../ui/frame/dialog.tsx';
import classes from './cameras.module.css';
import { howTo } from './how-to.ts';
import type { CameraSettings } from './place-fields.tsx';
import { PlaceFields } from './place-fields.tsx';

const formatOptions = cameraFormats.map((value) => ({ value, label: formatLabels[value] }));

/** Makers whose cameras say which way a car moves as they see it. */
const seenFromCamera: readonly (CameraFormat | null)[] = ['axis', 'hikvision'];

/** Makes an address for a camera, and shows it the one time that it can be reported. */
export function ConnectDialog(props: { organizationId: string; onClose: () => void }) {
  const { organizationId, onClose } = props;
  const [settings, setSettings] = useState<CameraSettings>({
    name: '',
    spot_pk: null,
    direction: null,
  });
  const [format, setFormat] = useState<CameraFormat | null>(null);
  const [secret, setSecret] = useState('');
  const create = useSend(createCameraFeed, [listCameraFeeds]);
  const fields = create.error?.fields ?? {};
  if (create.data) return <AddressDialog made={create.data} onClose={onClose} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!format) return;
    const signing_secret = format === 'verkada' && secret.trim() ? secret : null;
    create.mutate({
      params: { id: organizationId },
      body: { ...settings, format, signing_secret },
    });
  };
  return (
    <Dialog label="Connect a camera" onClose={onClose}>
      <h2 className={form.heading}>Connect a camera</h2>
      <form className={form.form} onSubmit={submit} noValidate>
        <PlaceFields
          organizationId={organizationId}
          settings={settings}
          onChange={setSettings}
          fields={fields}
          nameHint="The sender, such as a property’s gate. It can have several cameras."
          directionHint={
            seenFromCamera.includes(format)
              ? 'This camera can’t tell an entrance from an exit. Choose the direction that cars pass it.'
              : undefined
          }
        />
        <SearchSelect
          label="Format"
          placeholder="Choose a manufacturer or a format"
          options={formatOptions}
          value={format}
          onChoose={(value) => setFormat(cameraFormats.find((format) => format === value) ?? null)}
          error={fields.format}
        />
        {format === 'verkada' ? (
          <TextInput
            label="Signing secret"
            description="From the webhook in Command. Leave it empty to take unsigned messages."
            value={secret}
            onChange={(event) => setSecret(event.currentTarget.value)}
            error={fields.signing_secret}
            maxLength={200}
            autoComplete="off"
          />
        ) : null}
        <FormFailure error={create.error} />
        <div className={form.buttons}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            loading={create.isPending}
            disabled={!settings.name.trim() || !format}
          >
            Connect
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function AddressDialog(props: { made: AnswerOf<typeof createCameraFeed>; onClose: () => void }) {
  const { key, path, feed } = props.made;
  const { origin } = globalThis.location;
  return (
    <Dialog label={`Address of ${feed.name}`} onClose={props.onClose}>
      <h2 className={form.heading}>Address of {feed.name}</h2>
      <p className={form.text}>
        Copy it now: it’s shown only once, and anyone who has it can send plates for you. Paste it
        where {formatLabels[feed.format]} sends its messages to.
      </p>
      <CopyText text={`${origin}${path}`} label="Copy address" copied="Address copied" />
      <ol className={classes.steps}>
        {howTo(feed.format, origin, key).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <div className={form.buttons}>
        <Button onClick={props.onClose}>Done</Button>
      </div>
    </Dialog>
  );
}
