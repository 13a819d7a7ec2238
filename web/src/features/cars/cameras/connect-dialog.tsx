import type { CameraFormat } from '@lotkeeper/contract/cars/cameras';
import {
  cameraFormats,
  createCameraFeed,
  formatLabels,
  listCameraFeeds,
} from '@lotkeeper/contract/cars/cameras';
import type { AnswerOf } from '@lotkeeper/contract/kernel/endpoint';
import { listSpots } from '@lotkeeper/contract/platform/spots';
import { useRead, useSend } from '../../../kernel/queries.ts';
import { settings } from '../../../kernel/settings.ts';
import { findPublicOrigin } from '../../../shared/public-origin.ts';
import { Button } from '../../../ui/form/button.tsx';
import { CopyText } from '../../../ui/form/copy-text.tsx';
import formClasses from '../../../ui/form/form.module.css';
import { Form } from '../../../ui/form/form.tsx';
import { SearchSelect } from '../../../ui/form/search-select.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { findProblems, useForm } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import { FirstMessage } from './first-message.tsx';
import { howTo } from './how-to.ts';
import type { CameraSettings } from './place-fields.tsx';
import { PlaceFields } from './place-fields.tsx';
import { UnreachableNote } from './unreachable-note.tsx';

const formatOptions = cameraFormats.map((value) => ({ value, label: formatLabels[value] }));

/** Makers whose cameras report a car's direction from the camera's point of view. */
const seenFromCamera: readonly CameraFormat[] = [
  'axis',
  'hikvision',
  'dahua',
  'unifi',
  'genetec',
  'onvif',
];

const emptyDraft = {
  name: '',
  spot_pk: null,
  direction: null,
  format: null,
  secret: '',
} as CameraSettings & { format: CameraFormat | null; secret: string };

const toBody = ({ secret, format, ...settings }: typeof emptyDraft) => ({
  ...settings,
  format: format as CameraFormat,
  signing_secret: format === 'verkada' && secret.trim() ? secret : null,
});

/** Creates a URL for a camera, and shows it the only time it can be shown. */
export function ConnectDialog(props: { organizationId: string; onClose: () => void }) {
  const spots = useRead(listSpots, {
    query: { organization: props.organizationId, includeThirdParty: 'true' },
  });
  // The form starts with the property, so it waits for the list, which most pages have read already.
  if (spots.isPending) {
    return (
      <Dialog title="Connect a camera" onClose={props.onClose}>
        <output>Loading…</output>
      </Dialog>
    );
  }
  const [first, ...others] = spots.data ?? [];
  return <ConnectForm {...props} onlySpot={first && others.length === 0 ? first.pk : null} />;
}

function ConnectForm(props: {
  organizationId: string;
  onClose: () => void;
  /** The organization's property, if it has just one. */
  onlySpot: number | null;
}) {
  const { organizationId, onlySpot, onClose } = props;
  const create = useSend(createCameraFeed, [listCameraFeeds]);
  const form = useForm({
    initial: { ...emptyDraft, spot_pk: onlySpot },
    validate: (draft) => findProblems(createCameraFeed.body, toBody(draft)),
    send: create,
    onSubmit: (draft) => create.mutate({ params: { id: organizationId }, body: toBody(draft) }),
  });
  if (create.data)
    return (
      <AddressDialog organizationId={organizationId} connection={create.data} onClose={onClose} />
    );
  const { values, set, text, errorFor } = form;
  const { format } = values;
  return (
    <Dialog title="Connect a camera" onClose={onClose}>
      <Form
        form={form}
        submit="Connect"
        reason={form.explain('connect the camera', {
          name: 'the name',
          spot_pk: 'the property',
          direction: 'the direction',
          format: 'the format',
        })}
        onCancel={onClose}
      >
        <PlaceFields
          organizationId={organizationId}
          settings={values}
          onChange={set}
          errorFor={errorFor}
          nameHint="The sender, such as a property’s gate. It can have several cameras."
          directionHint={
            format !== null && seenFromCamera.includes(format)
              ? 'This camera can’t tell an entrance from an exit. Choose the direction that cars pass it.'
              : undefined
          }
        />
        <SearchSelect
          label="Format"
          placeholder="Choose a manufacturer or a format"
          options={formatOptions}
          value={format}
          onChoose={(value) =>
            set({ format: cameraFormats.find((format) => format === value) ?? null })
          }
          error={errorFor('format')}
        />
        {format === 'verkada' ? (
          <TextInput
            label="Signing secret"
            description="From the webhook in Command. Leave it empty to take unsigned messages."
            {...text('secret', 'signing_secret')}
            maxLength={200}
            autoComplete="off"
          />
        ) : null}
      </Form>
    </Dialog>
  );
}

function AddressDialog(props: {
  organizationId: string;
  connection: AnswerOf<typeof createCameraFeed>;
  onClose: () => void;
}) {
  const { organizationId, connection } = props;
  const { key, path, feed } = connection;
  const origin = findPublicOrigin(settings.public_url, globalThis.location.origin);
  return (
    <Dialog title={`Address of ${feed.name}`} onClose={props.onClose}>
      <p className="ui-bottom-wide">
        Copy it now: it’s shown only once, and anyone who has it can send plates for you. Paste it
        where {formatLabels[feed.format]} sends its messages to.
      </p>
      <CopyText text={`${origin}${path}`} label="Copy address" copied="Address copied" />
      <ol className="ui-list ui-top-wide">
        {howTo(feed.format, origin, key).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <UnreachableNote origin={origin} />
      <FirstMessage organizationId={organizationId} feed={feed} />
      <div className={formClasses.buttons}>
        <Button onClick={props.onClose}>Done</Button>
      </div>
    </Dialog>
  );
}
