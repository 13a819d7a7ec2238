import type {
  CameraMapping,
  FieldPath,
  MappingDraft,
  MessageField,
} from '@lotkeeper/contract/cars/camera-mappings';
import { listMessageFields, setCameraMapping } from '@lotkeeper/contract/cars/camera-mappings';
import type { CameraMessage } from '@lotkeeper/contract/cars/cameras';
import { useRead, useSend } from '../../../kernel/queries.ts';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { SearchSelect } from '../../../ui/form/search-select.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import { camerasReads } from './cameras-reads.ts';
import { MappingPreview } from './mapping-preview.tsx';
import { MessageFields } from './message-fields.tsx';

interface MappingDialogProps {
  organizationId: string;
  message: CameraMessage;
  onSaved: () => void;
  onClose: () => void;
}

/** Shows the fields of a sender’s message, and lets an Admin map them. */
export function MappingDialog(props: MappingDialogProps) {
  const { organizationId, message, onClose } = props;
  const fields = useRead(listMessageFields, {
    params: { id: organizationId, message: message.pk },
  });
  return (
    <Dialog title={`Set up ${message.feed_name}`} size="table" onClose={onClose}>
      <DataPanel query={fields} skeleton={<TableSkeleton rows={4} columns={2} />}>
        {(answer) =>
          answer.fields.length > 0 ? (
            <MappingForm {...props} {...answer} />
          ) : (
            <p className="ui-bottom-wide">
              This message has no fields: it isn’t JSON or XML. Have the sender post one of the two.
            </p>
          )
        }
      </DataPanel>
    </Dialog>
  );
}

/** The option for a field that the message doesn’t have. */
const nowhere = 'nowhere';

const toKey = (path: FieldPath | null) => (path === null ? nowhere : JSON.stringify(path));

function toOptions(fields: readonly MessageField[]) {
  return fields.map(({ path, values }) => ({
    value: toKey(path),
    label: `${path.join(' › ')}: ${values.join(', ') || 'empty'}`,
  }));
}

const emptyToNull = (text: string | null) => text?.trim() || null;

/** The mapping of a draft; null until the plate is mapped. */
function toMapping({ plate, ...others }: MappingDraft): CameraMapping | null {
  if (plate === null) return null;
  const { direction } = others;
  return {
    ...others,
    plate,
    entrance: direction === null ? null : emptyToNull(others.entrance),
    exit: direction === null ? null : emptyToNull(others.exit),
  };
}

const roles = [
  ['time', 'Time', 'None: use the time of arrival'],
  ['camera', 'Camera', 'None: it’s one camera'],
  ['direction', 'Direction', 'None'],
] as const;

function MappingForm(
  props: MappingDialogProps & { feed_pk: number; fields: MessageField[]; draft: MappingDraft },
) {
  const { organizationId, message, fields, draft } = props;
  const save = useSend(setCameraMapping, camerasReads);
  const form = useForm<MappingDraft>({
    initial: draft,
    validate: ({ plate }) => (plate === null ? { plate: 'Choose the field with the plate' } : {}),
    send: save,
    onSubmit: (values) => {
      const body = toMapping(values);
      if (!body) return;
      save.mutate(
        {
          params: { id: organizationId, feed: props.feed_pk },
          body: { ...body, shown: { mapped: false } },
        },
        { onSuccess: props.onSaved },
      );
    },
  });
  const { values, set } = form;
  const options = toOptions(fields);
  const find = (key: string) => fields.find(({ path }) => toKey(path) === key)?.path ?? null;
  const text = (name: 'entrance' | 'exit') => ({
    value: values[name] ?? '',
    onChange: (event: { currentTarget: { value: string } }) =>
      set({ [name]: event.currentTarget.value }),
  });
  return (
    <Form
      form={form}
      submit="Save"
      reason={form.explain('save', { plate: 'the field with the plate' })}
      onCancel={props.onClose}
    >
      <p className="ui-bottom-wide">
        Show us which field is what. We read messages of this connection by that from now on.
      </p>
      <SearchSelect
        label="Plate"
        placeholder="Choose the field with the plate"
        options={options}
        value={values.plate === null ? null : toKey(values.plate)}
        onChoose={(key) => set({ plate: find(key) })}
        error={form.errorFor('plate')}
        required
      />
      {roles.map(([role, label, noField]) => (
        <SearchSelect
          key={role}
          label={label}
          options={[{ value: nowhere, label: noField }, ...options]}
          value={toKey(values[role])}
          onChoose={(key) => set({ [role]: find(key) })}
        />
      ))}
      {values.direction === null ? null : (
        <>
          <TextInput
            label="What it says at an entrance"
            description="Leave both empty if it says “in” and “out”, or “entry” and “exit”."
            {...text('entrance')}
            maxLength={80}
            autoComplete="off"
          />
          <TextInput
            label="What it says at an exit"
            {...text('exit')}
            maxLength={80}
            autoComplete="off"
          />
        </>
      )}
      <MappingPreview
        organizationId={organizationId}
        message={message.pk}
        mapping={toMapping(values)}
      />
      <MessageFields fields={fields} />
    </Form>
  );
}
