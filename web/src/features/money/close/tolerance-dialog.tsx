import { typedToCents } from '@lotkeeper/contract/kernel/money';
import type { CloseSettings } from '@lotkeeper/contract/money/close';
import { getMonthClose, setCloseSettings } from '@lotkeeper/contract/money/close';
import { useState } from 'react';
import { pickShown } from '../../../kernel/changes.ts';
import { useSend } from '../../../kernel/queries.ts';
import { Form } from '../../../ui/form/form.tsx';
import type { NumberRules } from '../../../ui/form/number-input.rules.ts';
import { dollarRules, parseNumber } from '../../../ui/form/number-input.rules.ts';
import { NumberInput } from '../../../ui/form/number-input.tsx';
import { findNumberProblems, useForm } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/frame/dialog.tsx';

interface ToleranceDialogProps {
  organizationId: string;
  settings: CloseSettings;
  onClose: () => void;
}

const carRules: NumberRules = { min: 0, max: 100_000, unit: ['car', 'cars'] };

const findTyped = ({ money, cars }: { money: string; cars: string }) =>
  findNumberProblems({ money: [money, dollarRules], cars: [cars, carRules] });

/** What the sums of a month may differ by. */
export function ToleranceDialog({ organizationId, settings, onClose }: ToleranceDialogProps) {
  const [shownSettings] = useState(settings);
  const save = useSend(setCloseSettings, [getMonthClose]);
  const form = useForm({
    initial: {
      money: String(settings.tolerance_cents / 100),
      cars: String(settings.tolerance_cars),
    },
    validate: findTyped,
    send: save,
    onSubmit: ({ money, cars }) =>
      save.mutate(
        {
          params: { orgId: organizationId },
          body: {
            tolerance_cents: typedToCents(money) ?? 0,
            tolerance_cars: parseNumber(cars, carRules) ?? 0,
            shown: pickShown(setCloseSettings, shownSettings),
          },
        },
        { onSuccess: onClose },
      ),
  });
  return (
    <Dialog title="Tolerance" size="question" onClose={onClose}>
      <Form
        form={form}
        submit="Save"
        reason={form.explain('save', { money: 'the money', cars: 'the cars' })}
        onCancel={onClose}
      >
        <p className="ui-dimmed">
          Sums that differ by no more than this tie. Closed months keep what they were closed with.
        </p>
        <NumberInput
          label="Money"
          {...form.number('money', 'tolerance_cents')}
          rules={dollarRules}
          required
        />
        <NumberInput
          label="Cars"
          {...form.number('cars', 'tolerance_cars')}
          rules={carRules}
          required
        />
      </Form>
    </Dialog>
  );
}
