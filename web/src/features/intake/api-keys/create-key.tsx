import type { ApiKey } from '@lotkeeper/contract/intake/api-keys';
import { createApiKey, grantLabels, listApiKeys } from '@lotkeeper/contract/intake/api-keys';
import type { Grant } from '@lotkeeper/contract/kernel/access';
import { grants } from '@lotkeeper/contract/kernel/access';
import { useState } from 'react';
import { now } from '../../../kernel/clock.ts';
import { formatAgo } from '../../../kernel/format.ts';
import { useRead, useSend } from '../../../kernel/queries.ts';
import { settings } from '../../../kernel/settings.ts';
import { findPublicOrigin } from '../../../shared/public-origin.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Choices } from '../../../ui/form/choices.tsx';
import { CopyText } from '../../../ui/form/copy-text.tsx';
import classes from '../../../ui/form/form.module.css';
import { explainDisabled, Form } from '../../../ui/form/form.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { findProblems, useForm } from '../../../ui/form/use-form.ts';
import { Announcement } from '../../../ui/frame/announcement.tsx';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import type { ExampleSpot } from './key-example.ts';
import { buildKeyExample } from './key-example.ts';
import { TestRentals } from './test-rentals.tsx';

const options = grants.map((value) => ({ value, label: grantLabels[value] }));

/** Creates a key, and shows it the only time it can be shown. */
export function CreateKeyDialog(props: {
  organizationId: string;
  /** The property of the example; absent while there is none. */
  spot: ExampleSpot | undefined;
  onClose: () => void;
}) {
  const { organizationId, spot, onClose } = props;
  const create = useSend(createApiKey, [listApiKeys]);
  const form = useForm({
    initial: { name: '', grants: [] as Grant[] },
    validate: (body) => findProblems(createApiKey.body, body),
    send: create,
    onSubmit: (body) => create.mutate({ params: { id: organizationId }, body }),
  });
  const { values, set, text, errorFor } = form;
  const reason = explainDisabled(
    [
      { name: 'the name', isEmpty: !values.name.trim() },
      { name: 'what it may send', isEmpty: values.grants.length === 0 },
    ],
    'create the key',
  );
  if (create.data) {
    return <KeyDialog {...{ organizationId, spot, onClose }} created={create.data} />;
  }
  return (
    <Dialog title="Create API key" onClose={onClose}>
      <Form form={form} submit="Create key" reason={reason} onCancel={onClose}>
        <TextInput
          label="Name"
          description="The system that will use it, such as your booking site."
          {...text('name')}
          maxLength={80}
          data-autofocus
          required
        />
        <Choices
          label="It may send"
          options={options}
          chosen={values.grants}
          onChange={(grants) => set({ grants })}
          error={errorFor('grants')}
        />
      </Form>
    </Dialog>
  );
}

/** How often the dialog looks whether the key was used, in seconds. */
const lookEvery = 3;

function KeyDialog(props: {
  organizationId: string;
  spot: ExampleSpot | undefined;
  created: { key: string; api_key: ApiKey };
  onClose: () => void;
}) {
  const { organizationId, spot, created } = props;
  const { key, api_key } = created;
  const keys = useRead(
    listApiKeys,
    { params: { id: organizationId } },
    { refreshEvery: lookEvery },
  );
  const usedAt = keys.data?.find(({ pk }) => pk === api_key.pk)?.last_used_at ?? null;
  const origin = findPublicOrigin(settings.public_url, globalThis.location.origin);
  const [example] = useState(() =>
    spot ? buildKeyExample(api_key.grants, { origin, key, spot, now: now() }) : null,
  );
  return (
    <Dialog title={`Key of ${api_key.name}`} onClose={props.onClose}>
      <p className="ui-bottom-wide">
        Copy it now: it’s shown only once, and we store only a hash. The system sends it with every
        call, as <code>Authorization: Token</code> and the key.
      </p>
      <CopyText text={key} label="Copy key" copied="Key copied" />
      {example ? (
        <>
          <p className="ui-bottom-wide">
            Try it in a terminal. This records a test of a made-up car at{' '}
            <UserText>{spot?.name ?? ''}</UserText>, which is property {spot?.pk}, without money:
          </p>
          <CopyText text={example.shell} label="Copy line" copied="Line copied" />
          <p className="ui-bottom-wide">In Windows, in PowerShell:</p>
          <CopyText text={example.powerShell} label="Copy for PowerShell" copied="Line copied" />
        </>
      ) : null}
      {usedAt !== null && example?.grant === 'rentals' ? (
        <TestRentals organizationId={organizationId} />
      ) : null}
      <Announcement className="ui-dimmed">
        {usedAt === null
          ? 'Waiting for its first call…'
          : `Its first call arrived ${formatAgo(usedAt, now())}.`}
      </Announcement>
      <div className={classes.buttons}>
        <Button onClick={props.onClose}>Done</Button>
      </div>
    </Dialog>
  );
}
