import { Plus, X } from 'lucide-react';
import { Button } from '../../../ui/form/button.tsx';
import form from '../../../ui/form/form.module.css';
import { FailureText } from '../../../ui/form/form-failure.tsx';
import { dollarRules } from '../../../ui/form/number-input.rules.ts';
import { NumberInput } from '../../../ui/form/number-input.tsx';
import type { CurveRow, RateDraft } from './rate-form.rules.ts';
import { growthRules, minuteRules, rowLabels } from './rate-form.rules.ts';
import classes from './rates.module.css';

interface CurveFieldsProps {
  draft: RateDraft;
  error: string | undefined;
  set: (change: Partial<RateDraft>) => void;
}

/** The numbers of a curve: one or two, or a row for each step. */
export function CurveFields({ draft, error, set }: CurveFieldsProps) {
  if (draft.kind === 'linear') {
    return (
      <NumberInput
        label="Start in $"
        rules={dollarRules}
        value={draft.start}
        onChange={(start) => set({ start })}
        error={error}
      />
    );
  }
  if (draft.kind === 'exponential') {
    return (
      <NumberInput
        label="Growth per hour in %"
        rules={growthRules}
        value={draft.growth}
        onChange={(growth) => set({ growth })}
        error={error}
      />
    );
  }
  const minutes = rowLabels[draft.kind];
  return minutes === undefined ? null : (
    <CurveRows draft={draft} error={error} set={set} minutes={minutes} />
  );
}

const priceLabels: Partial<Record<RateDraft['kind'], string>> = {
  stepwise: 'Price in $',
  moving: 'Price of the hour in $',
  moving_total: 'Total in $',
  cumulative_time: 'Hourly price in $',
};

function CurveRows(props: CurveFieldsProps & { minutes: string | null }) {
  const { draft, error, set, minutes } = props;
  const { rows } = draft;
  const change = (index: number, to: Partial<CurveRow>) =>
    set({ rows: rows.map((row, at) => (at === index ? { ...row, ...to } : row)) });
  const add = () => {
    const key = Math.max(-1, ...rows.map((row) => row.key)) + 1;
    set({ rows: [...rows, { key, minutes: '', price: '' }] });
  };
  return (
    <fieldset className={form.choices}>
      <legend className={form.legend}>Prices by length of stay</legend>
      {rows.map((row, index) => (
        <div key={row.key} className={classes.row}>
          {minutes === null ? (
            <span className={classes.place}>Hour {index + 1}</span>
          ) : (
            <NumberInput
              label={minutes}
              rules={minuteRules}
              value={row.minutes}
              onChange={(text) => change(index, { minutes: text })}
            />
          )}
          <NumberInput
            label={priceLabels[draft.kind] ?? 'Price in $'}
            rules={dollarRules}
            value={row.price}
            onChange={(price) => change(index, { price })}
          />
          <Button
            variant="default"
            px="xs"
            aria-label={`Remove line ${index + 1}`}
            disabled={rows.length === 1}
            onClick={() => set({ rows: rows.filter((_, at) => at !== index) })}
          >
            <X size={16} aria-hidden />
          </Button>
        </div>
      ))}
      <FailureText>{error}</FailureText>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<Plus size={14} aria-hidden />}
        disabled={rows.length >= 24}
        onClick={add}
      >
        Add a line
      </Button>
    </fieldset>
  );
}
