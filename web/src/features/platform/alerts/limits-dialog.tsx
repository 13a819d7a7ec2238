import type { AnswerOf } from '@lotkeeper/contract/kernel/endpoint';
import type { AlertLimits } from '@lotkeeper/contract/platform/alert-limits';
import { getAlertLimits, saveAlertLimits } from '@lotkeeper/contract/platform/alert-limits';
import { listSpots } from '@lotkeeper/contract/platform/spots';
import { useState } from 'react';
import { pickShown } from '../../../kernel/changes.ts';
import { joinReads, useRead, useSend } from '../../../kernel/queries.ts';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { NumberInput } from '../../../ui/form/number-input.tsx';
import { SearchSelect } from '../../../ui/form/search-select.tsx';
import { findNumberProblems, useForm } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import classes from './alerts.module.css';

interface LimitsDialogProps {
  organizationId: string;
  onSaved: () => void;
  onClose: () => void;
}

type Limits = AnswerOf<typeof getAlertLimits>;

const allProperties = 'all';

/** From when on alerts open, for all properties or one. */
export default function LimitsDialog(props: LimitsDialogProps) {
  const { organizationId, onClose } = props;
  const [chosen, setChosen] = useState(allProperties);
  const limits = useRead(getAlertLimits, { params: { id: organizationId } });
  const spots = useRead(listSpots, { query: { organization: organizationId } });
  const read = {
    data: limits.data && spots.data ? { limits: limits.data, spots: spots.data } : undefined,
    ...joinReads([limits, spots]),
  };
  return (
    <Dialog title="Limits" onClose={onClose}>
      <DataPanel query={read} skeleton={<TableSkeleton rows={3} columns={1} />}>
        {(data) => (
          <>
            <div className="ui-bottom-wide">
              <SearchSelect
                label="Property"
                options={[
                  { value: allProperties, label: 'All without their own' },
                  ...data.spots.map(({ pk, name }) => ({ value: String(pk), label: name })),
                ]}
                value={chosen}
                onChoose={setChosen}
              />
            </div>
            <LimitsForm key={chosen} {...props} limits={data.limits} chosen={chosen} />
          </>
        )}
      </DataPanel>
    </Dialog>
  );
}

const percents = { min: 1, max: 200, isOptional: true } as const;
const cars = { min: 1, max: 100_000, isOptional: true } as const;
const toTyped = (number: number | null) => (number === null ? '' : String(number));
const readTyped = (text: string) => (text.trim() === '' ? null : Number(text.replaceAll(',', '')));

function LimitsForm(props: LimitsDialogProps & { limits: Limits; chosen: string }) {
  const { organizationId, limits, chosen, onSaved, onClose } = props;
  const spot = chosen === allProperties ? null : Number(chosen);
  const own = limits.spots.find(({ pk }) => pk === spot);
  const [current] = useState(own?.limits ?? limits.organization);
  const save = useSend(saveAlertLimits, [getAlertLimits]);
  const send = (next: AlertLimits | null) =>
    save.mutate(
      {
        params: { id: organizationId },
        body: { spot, limits: next, shown: pickShown(saveAlertLimits, current) },
      },
      { onSuccess: onSaved },
    );
  const form = useForm({
    initial: {
      occupancy: toTyped(current.occupancy_percent),
      unexplained: toTyped(current.unexplained_cars),
    },
    validate: ({ occupancy, unexplained }) =>
      findNumberProblems({
        occupancy_percent: [occupancy, percents],
        unexplained_cars: [unexplained, cars],
      }),
    send: save,
    onSubmit: ({ occupancy, unexplained }) =>
      send({
        occupancy_percent: readTyped(occupancy),
        unexplained_cars: readTyped(unexplained),
      }),
  });
  return (
    <Form form={form} submit="Save limits" onCancel={onClose}>
      <NumberInput
        label="Nearly full, in percent of the spaces"
        description="Leave empty for no alerts."
        rules={percents}
        {...form.number('occupancy', 'occupancy_percent')}
      />
      <NumberInput
        label="Unexplained cars a day"
        description="Leave empty for no alerts."
        rules={cars}
        {...form.number('unexplained', 'unexplained_cars')}
      />
      {own ? (
        <p className={classes.hint}>
          This property has its own limits.{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => send(null)}>
            Use those of all
          </Button>
        </p>
      ) : null}
    </Form>
  );
}
