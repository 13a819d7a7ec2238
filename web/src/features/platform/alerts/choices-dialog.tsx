import type { AlertKind } from '@lotkeeper/contract/platform/alert-kinds';
import { alertKinds } from '@lotkeeper/contract/platform/alert-kinds';
import type { AlertChoices } from '@lotkeeper/contract/platform/alerts';
import {
  alertMessages,
  alertRules,
  getAlertChoices,
  listAlerts,
  saveAlertChoices,
} from '@lotkeeper/contract/platform/alerts';
import { listSpots } from '@lotkeeper/contract/platform/spots';
import { joinReads, useRead, useSend } from '../../../kernel/queries.ts';
import { useSends } from '../../../kernel/session.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { FailureText } from '../../../ui/form/form-failure.tsx';
import { MultiSelect } from '../../../ui/form/multi-select.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { findProblems, useForm } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import { alertLabels, describeWays } from './alert-labels.ts';
import classes from './alerts.module.css';
import { DevicesPart } from './devices-part.tsx';

interface ChoicesDialogProps {
  organizationId: string;
  onSaved: () => void;
  onClose: () => void;
}

interface Option {
  value: string;
  label: string;
}

/** Which alerts somebody gets, how, and when not. */
export default function ChoicesDialog(props: ChoicesDialogProps) {
  const { organizationId, onClose } = props;
  const saved = useRead(getAlertChoices, { params: { id: organizationId } });
  const spots = useRead(listSpots, { query: { organization: organizationId } });
  const read = {
    data: saved.data && spots.data ? { choices: saved.data, spots: spots.data } : undefined,
    ...joinReads([saved, spots]),
  };
  return (
    <Dialog title="Get Alerts" size="table" onClose={onClose}>
      <DataPanel query={read} skeleton={<TableSkeleton rows={8} columns={3} />}>
        {(data) => (
          <ChoicesForm
            {...props}
            choices={data.choices}
            spots={data.spots.map(({ pk, name }) => ({ value: String(pk), label: name }))}
          />
        )}
      </DataPanel>
    </Dialog>
  );
}

const two = (number: number) => String(number).padStart(2, '0');
const toTime = (minutes: number | null) =>
  minutes === null ? '' : `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
const readTime = (time: string) => {
  const [hours, minutes] = time.split(':').map(Number);
  return hours === undefined || minutes === undefined ? null : hours * 60 + minutes;
};

interface Values {
  email_kinds: readonly AlertKind[];
  sms_kinds: readonly AlertKind[];
  push_kinds: readonly AlertKind[];
  spots: readonly string[];
  from: string;
  until: string;
}

const toBody = (values: Values) => ({
  email_kinds: [...values.email_kinds],
  sms_kinds: [...values.sms_kinds],
  push_kinds: [...values.push_kinds],
  spots: values.spots.length === 0 ? null : values.spots.map(Number),
  quiet_from: readTime(values.from),
  quiet_until: readTime(values.until),
});

function ChoicesForm(
  props: ChoicesDialogProps & { choices: AlertChoices; spots: readonly Option[] },
) {
  const { organizationId, choices, spots, onSaved, onClose } = props;
  const save = useSend(saveAlertChoices, [getAlertChoices, listAlerts]);
  const form = useForm<Values>({
    initial: () => ({
      ...choices,
      spots: (choices.spots ?? []).map(String),
      from: toTime(choices.quiet_from),
      until: toTime(choices.quiet_until),
    }),
    validate: (values) => findProblems(saveAlertChoices.body, toBody(values)),
    send: save,
    onSubmit: (values) =>
      save.mutate({ params: { id: organizationId }, body: toBody(values) }, { onSuccess: onSaved }),
  });
  const { values, set } = form;
  return (
    <Form form={form} submit="Save" onCancel={onClose}>
      <p className={classes.hint}>
        {describeWays(choices, useSends())} Push is a notification on your devices.
      </p>
      <div className={classes.choices}>
        <div>
          <KindsTable choices={choices} values={values} onChange={set} />
          <FailureText>{form.errorFor('email_kinds', 'sms_kinds', 'push_kinds')}</FailureText>
        </div>
        <div>
          <DevicesPart />
          <MultiSelect
            label="Properties"
            placeholder="All properties"
            options={spots}
            chosen={values.spots}
            onChange={(chosen) => set({ spots: chosen })}
            error={form.errorFor('spots')}
          />
          <div className={classes.times}>
            <TextInput type="time" label="No messages from" {...form.text('from', 'quiet_from')} />
            <TextInput type="time" label="until" {...form.text('until', 'quiet_until')} />
          </div>
          <p className={classes.hint}>
            On the clock of the alert’s property. What happens meanwhile is sent afterward, in one
            message. At most {alertRules.textsPerDay} texts come within 24 hours.
          </p>
        </div>
      </div>
    </Form>
  );
}

const media = [
  { name: 'email_kinds', label: 'Email' },
  { name: 'sms_kinds', label: 'Text' },
  { name: 'push_kinds', label: 'Push' },
] as const;

interface KindsTableProps {
  choices: AlertChoices;
  values: Values;
  onChange: (change: Partial<Values>) => void;
}

/** Each kind of alert with the ways it can come. */
function KindsTable({ choices, values, onChange }: KindsTableProps) {
  const reasons = {
    email_kinds: choices.email === null ? alertMessages.noEmail : null,
    sms_kinds: choices.phone === null ? alertMessages.noPhone : null,
    push_kinds: null,
  };
  const toggle = (name: (typeof media)[number]['name'], kind: AlertKind) => {
    const before = values[name];
    const without = before.filter((other) => other !== kind);
    onChange({ [name]: without.length < before.length ? without : [...before, kind] });
  };
  return (
    <table className={classes.kinds}>
      <caption className="ui-hidden">Alerts and how they come</caption>
      <thead>
        <tr>
          <th scope="col">Alert</th>
          {media.map(({ name, label }) => (
            <th key={name} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {alertKinds.map((kind) => (
          <tr key={kind}>
            <th scope="row">{alertLabels[kind]}</th>
            {media.map(({ name, label }) => (
              <td key={name}>
                <input
                  type="checkbox"
                  aria-label={`${alertLabels[kind]}, ${label}`}
                  checked={values[name].includes(kind)}
                  disabled={reasons[name] !== null}
                  onChange={() => toggle(name, kind)}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
