import type { Camera } from '@lotkeeper/contract/cars/cameras';
import { listCameras, updateCamera } from '@lotkeeper/contract/cars/cameras';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import { pickShown } from '../../../kernel/changes.ts';
import { useSend } from '../../../kernel/queries.ts';
import { Form } from '../../../ui/form/form.tsx';
import type { NumberRules } from '../../../ui/form/number-input.rules.ts';
import { parseNumber } from '../../../ui/form/number-input.rules.ts';
import { NumberInput } from '../../../ui/form/number-input.tsx';
import { SearchSelect } from '../../../ui/form/search-select.tsx';
import { findNumberProblems, useForm } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/frame/dialog.tsx';

const choices = [
  { value: 'learned', label: 'Judged by its reads' },
  { value: 'right', label: 'Right' },
  { value: 'ahead', label: 'Ahead' },
  { value: 'behind', label: 'Behind' },
] as const;
type Choice = (typeof choices)[number]['value'];

interface ClockSetting {
  choice: Choice;
  minutes: string;
}

const minuteRules: NumberRules = { min: 1, max: 366 * 24 * 60, unit: ['minute', 'minutes'] };

function toSetting({ clock_set, clock_offset_ms: offset }: Camera): ClockSetting {
  const minutes = String(Math.max(1, Math.round(Math.abs(offset) / minuteMs)));
  if (!clock_set) return { choice: 'learned', minutes: '' };
  if (offset === 0) return { choice: 'right', minutes: '' };
  return { choice: offset > 0 ? 'ahead' : 'behind', minutes };
}

/** How far ahead the clock is set to be, in ms; null when its reads determine it. */
function toOffset({ choice, minutes }: ClockSetting): number | null {
  if (choice === 'learned') return null;
  const offset = (parseNumber(minutes, minuteRules) ?? 0) * minuteMs;
  return choice === 'right' ? 0 : choice === 'ahead' ? offset : -offset;
}

const needsMinutes = ({ choice }: ClockSetting) => choice === 'ahead' || choice === 'behind';

/** Sets how far off a camera's clock is, or lets its reads determine it again. */
export function ClockDialog(props: {
  organizationId: string;
  camera: Camera;
  onClose: () => void;
}) {
  const { organizationId, camera, onClose } = props;
  const { name } = camera;
  const send = useSend(updateCamera, [listCameras]);
  const form = useForm<ClockSetting>({
    initial: () => toSetting(camera),
    validate: (setting) =>
      needsMinutes(setting)
        ? findNumberProblems({ clock_offset_ms: [setting.minutes, minuteRules] })
        : {},
    send,
    onSubmit: (setting) =>
      send.mutate(
        {
          params: { id: organizationId, camera: camera.pk },
          body: { clock_offset_ms: toOffset(setting), shown: pickShown(updateCamera, camera) },
        },
        { onSuccess: onClose },
      ),
  });
  return (
    <Dialog title={`Set the clock of ${name}`} size="question" onClose={onClose}>
      <p className="ui-bottom-wide">
        We correct the times of its reads. Reads of the last day that it was wrong for are paired
        into visits again.
      </p>
      <Form
        form={form}
        submit="Save"
        reason={form.explain('save', { clock_offset_ms: 'the minutes' })}
        onCancel={onClose}
      >
        <SearchSelect
          label="Its clock"
          options={choices}
          value={form.values.choice}
          onChoose={(value) =>
            form.set({
              choice: choices.find((option) => option.value === value)?.value ?? 'learned',
            })
          }
        />
        {needsMinutes(form.values) ? (
          <NumberInput
            label="By how many minutes"
            rules={minuteRules}
            {...form.number('minutes', 'clock_offset_ms')}
            required
          />
        ) : null}
      </Form>
    </Dialog>
  );
}
