import type { RetentionRule } from '@lotkeeper/contract/trust/retention';
import {
  listRetentionRules,
  previewRetentionRule,
  setRetentionRule,
} from '@lotkeeper/contract/trust/retention';
import type { RetentionClass } from '@lotkeeper/contract/trust/retention-classes';
import { formatKeepDays, retentionTexts } from '@lotkeeper/contract/trust/retention-classes';
import { pickShown } from '../../../kernel/changes.ts';
import { useRead, useSend } from '../../../kernel/queries.ts';
import { Form } from '../../../ui/form/form.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { SearchSelect } from '../../../ui/form/search-select.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import { describePreview } from './preview-words.ts';

const forever = 'forever';
const toDays = (value: string) => (value === forever ? null : Number(value));

interface RuleDialogProps {
  organizationId: string;
  rule: RetentionRule;
  onClose: () => void;
}

/** Changes how long a class is kept; first shows what that deletes. */
export function RuleDialog({ organizationId, rule, onClose }: RuleDialogProps) {
  const { label, hint, days } = retentionTexts[rule.class];
  const save = useSend(setRetentionRule, [listRetentionRules]);
  const current = rule.keep_days === null ? forever : String(rule.keep_days);
  const form = useForm({
    initial: { duration: current },
    validate: () => ({}),
    send: save,
    onSubmit: ({ duration }) =>
      save.mutate(
        {
          params: { id: organizationId, class: rule.class },
          body: { keep_days: toDays(duration), shown: pickShown(setRetentionRule, rule) },
        },
        { onSuccess: onClose },
      ),
  });
  const { duration } = form.values;
  return (
    <Dialog title={`How long to keep: ${label}`} size="question" onClose={onClose}>
      <Form
        form={form}
        submit="Save"
        reason={duration === current ? 'Choose another length to save.' : ''}
        onCancel={onClose}
      >
        <p className="ui-bottom-wide">{hint}</p>
        <SearchSelect
          label="Keep for"
          options={[
            { value: forever, label: formatKeepDays(null) },
            ...days.map((count) => ({ value: String(count), label: formatKeepDays(count) })),
          ]}
          value={duration}
          onChoose={(value) => form.set({ duration: value })}
          error={form.errorFor('keep_days')}
          required
        />
        <Preview organizationId={organizationId} name={rule.class} days={toDays(duration)} />
      </Form>
    </Dialog>
  );
}

function Preview(props: { organizationId: string; name: RetentionClass; days: number | null }) {
  const { organizationId, name, days } = props;
  const preview = useRead(
    previewRetentionRule,
    days === null
      ? null
      : { params: { id: organizationId, class: name }, query: { keep_days: days } },
  );
  if (days !== null && preview.error) return <FormFailure error={preview.error} />;
  const message =
    days === null
      ? 'Nothing is deleted.'
      : preview.data
        ? describePreview(name, preview.data)
        : 'Counting what would be deleted…';
  return (
    <p className="ui-bottom-wide" role="status">
      {message}
    </p>
  );
}
