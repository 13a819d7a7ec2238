import type { AppealDecision, AppealDetail } from '@lotkeeper/contract/cars/appeals';
import { appealMessages, decideAppeal, listAppealAnswers } from '@lotkeeper/contract/cars/appeals';
import { typedToCents } from '@lotkeeper/contract/kernel/money';
import { formatMoneyExact } from '../../../kernel/format.ts';
import { useRead, useSend } from '../../../kernel/queries.ts';
import { Form } from '../../../ui/form/form.tsx';
import { OneChoice } from '../../../ui/form/one-choice.tsx';
import { SearchSelect } from '../../../ui/form/search-select.tsx';
import { TextArea } from '../../../ui/form/text-area.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { findProblems, useForm } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/frame/dialog.tsx';

interface DecisionDialogProps {
  organizationId: string;
  appeal: AppealDetail;
  onDone: () => void;
  /** The page behind the dialog is outdated: somebody was first, or the violation was paid. */
  onConflict: () => void;
  onClose: () => void;
}

interface Values {
  decision: AppealDecision | null;
  amount: string;
  answer: string;
}

const toBody = ({ decision, amount, answer }: Values) => ({
  decision: decision ?? '',
  answer,
  ...(decision === 'reduced' ? { amount: typedToCents(amount) ?? Number.NaN } : {}),
});

/** Decides an appeal, with an answer that is written here or taken from the saved ones. */
export default function DecisionDialog(props: DecisionDialogProps) {
  const { organizationId, appeal, onClose } = props;
  const saved = useRead(listAppealAnswers, { params: { id: organizationId } });
  const decide = useSend(decideAppeal);
  const validate = (values: Values) => {
    const problems = findProblems(decideAppeal.body, toBody(values));
    const cents = typedToCents(values.amount);
    const isTooMuch = values.decision === 'reduced' && cents !== null && cents >= appeal.amount;
    return {
      ...problems,
      ...(values.decision === null ? { decision: 'Choose a decision.' } : {}),
      ...(problems.amount || isTooMuch ? { amount: appealMessages.amount } : {}),
    };
  };
  const form = useForm<Values>({
    initial: { decision: null, amount: '', answer: '' },
    validate,
    send: decide,
    onSubmit: ({ decision, answer, amount }) => {
      if (decision === null) return;
      const reduced = decision === 'reduced' ? { amount: typedToCents(amount) ?? 0 } : {};
      decide.mutate(
        {
          params: { id: organizationId, appeal: String(appeal.pk) },
          body: { decision, answer, ...reduced },
        },
        {
          onSuccess: props.onDone,
          onError: ({ code }) => {
            if (code === 'conflict') props.onConflict();
          },
        },
      );
    },
  });
  const amount = formatMoneyExact(appeal.amount);
  const answers = saved.data?.answers ?? [];
  return (
    <Dialog title={`Decide the appeal of ${appeal.code}`} onClose={onClose}>
      <Form form={form} submit="Save decision" onCancel={onClose}>
        <OneChoice
          label="Decision"
          options={[
            { value: 'waived', label: 'Waive', description: 'The driver owes nothing.' },
            { value: 'reduced', label: 'Reduce', description: `They owe less than ${amount}.` },
            { value: 'upheld', label: 'Uphold', description: `They owe ${amount}.` },
          ]}
          chosen={form.values.decision}
          onChange={(decision) => form.set({ decision })}
          error={form.errorFor('decision')}
          required
        />
        {form.values.decision === 'reduced' ? (
          <TextInput
            label="New amount in dollars"
            inputMode="decimal"
            autoComplete="off"
            maxLength={12}
            required
            {...form.text('amount')}
          />
        ) : null}
        {answers.length > 0 ? (
          <SearchSelect
            label="Saved answer"
            placeholder="Choose one to start with"
            options={answers.map(({ name }, index) => ({ value: String(index), label: name }))}
            value=""
            onChoose={(index) => form.set({ answer: answers[Number(index)]?.text ?? '' })}
          />
        ) : null}
        <TextArea
          label="Answer to the driver"
          rows={5}
          required
          {...(appeal.language === 'es' ? { description: 'The driver reads Spanish.' } : {})}
          {...form.text('answer')}
        />
      </Form>
    </Dialog>
  );
}
