import type {
  DeskEffects,
  DeskFinding,
  DeskItem,
  DeskVerdict,
} from '@lotkeeper/contract/cars/plate-desk';
import { plainVerdicts } from '@lotkeeper/contract/cars/plate-desk';
import { Button } from '../../../ui/form/button.tsx';
import { describeEffects, describeFinding, describeMoney, verdictWords } from './desk-words.ts';
import classes from './plate-desk.module.css';

/** Verdicts that need more than a key. */
export type DialogVerdict = Exclude<DeskVerdict, (typeof plainVerdicts)[number]>;

/** The car on the desk and what can be done about it. */
export interface DeskCarProps {
  organizationId: string;
  item: DeskItem;
  isBusy: boolean;
  onDecide: (finding: DeskFinding) => void;
  onOpen: (verdict: DialogVerdict) => void;
  onSkip: () => void;
  /** Goes back to the car that was skipped last; null if none was. */
  onBack: (() => void) | null;
  /** null = there is nothing to undo. */
  onUndo: (() => void) | null;
}

/** The dialogs that make sense for a visit. */
export const listDialogs = ({ readings, others, unread }: DeskItem): DialogVerdict[] => [
  ...(readings.length > 0 ? (['corrected'] as const) : []),
  ...(readings.length > 0 && others.length > 0 ? (['joined'] as const) : []),
  ...(readings.length > 1 ? (['split'] as const) : []),
  ...(readings.length > 0 && unread.length > 0 ? (['completed'] as const) : []),
];

/** The key of a plain verdict; null for others, whose key opens their dialog. */
export const keyOf = ({ verdict }: DeskFinding) =>
  plainVerdicts.some((plain) => plain === verdict) ? verdictWords[verdict].key : null;

/** A finding as a button. */
export interface Choice {
  finding: DeskFinding;
  effects: DeskEffects | undefined;
  isSuggested: boolean;
  /** Whether Enter takes it: only a suggestion that is known to cost nobody. */
  isFilled: boolean;
  /** It may charge somebody, and nobody knows yet how much. */
  isUnknown: boolean;
}

/** What each finding would change, in sentences. */
function Effects({ item, choices }: { item: DeskItem; choices: readonly Choice[] }) {
  return (
    <dl className={classes.effects} aria-busy={choices.some(({ effects }) => !effects)}>
      {choices.map(({ finding, effects }) => (
        <div key={finding.verdict}>
          <dt>{describeFinding(finding, item)}</dt>
          <dd>{effects ? describeEffects(effects, finding.verdict, item.spot.timezone) : '…'}</dd>
        </div>
      ))}
    </dl>
  );
}

interface ActionButtonProps {
  label: string;
  /** null or undefined = none. */
  shortcut: string | null | undefined;
  variant?: string;
  isDisabled: boolean;
  onClick: () => void;
}

function ActionButton({ label, shortcut, variant, isDisabled, onClick }: ActionButtonProps) {
  return (
    <Button
      variant={variant ?? 'default'}
      disabled={isDisabled}
      onClick={onClick}
      aria-keyshortcuts={shortcut ?? undefined}
    >
      {label} {shortcut ? <kbd className="ui-key">{shortcut}</kbd> : null}
    </Button>
  );
}

interface DeskActionsProps extends DeskCarProps {
  choices: readonly Choice[];
  error: Error | null;
  /** Whether its keys are switched on. */
  withKeys: boolean;
}

/** A finding with what it does in money. Nothing that charges somebody is filled. */
function ChoiceButton({ choice, ...props }: DeskActionsProps & { choice: Choice }) {
  const { finding, effects, isSuggested, isFilled, isUnknown } = choice;
  const unfilled = isSuggested ? 'outline' : 'default';
  return (
    <ActionButton
      label={`${describeFinding(finding, props.item)}${effects ? describeMoney(effects) : ''}`}
      shortcut={
        props.withKeys ? (keyOf(finding)?.toUpperCase() ?? (isFilled ? 'Enter' : null)) : null
      }
      variant={isFilled ? 'filled' : unfilled}
      isDisabled={props.isBusy || isUnknown}
      onClick={() => props.onDecide(finding)}
    />
  );
}

/** The verdicts as buttons that name their keys. */
export function DeskActions(props: DeskActionsProps) {
  const { item, isBusy, onOpen, onSkip, onBack, onUndo, choices, error, withKeys } = props;
  const moves = [
    ['Skip', 'S', onSkip],
    ['Back', 'B', onBack],
    ['Undo', 'U', onUndo],
  ] as const;
  return (
    <>
      {error ? (
        <p className={classes.effect}>{error.message}</p>
      ) : (
        <Effects item={item} choices={choices} />
      )}
      <fieldset className={classes.more}>
        <legend className="ui-hidden">Corrections</legend>
        {listDialogs(item).map((verdict) => (
          <ActionButton
            key={verdict}
            label={`${verdictWords[verdict].label}…`}
            shortcut={withKeys ? verdictWords[verdict].key.toUpperCase() : null}
            isDisabled={isBusy}
            onClick={() => onOpen(verdict)}
          />
        ))}
      </fieldset>
      <fieldset className={classes.actions}>
        <legend className="ui-hidden">Decision</legend>
        {choices.map((choice) => (
          <ChoiceButton key={choice.finding.verdict} choice={choice} {...props} />
        ))}
        {moves.map(([label, shortcut, onClick]) =>
          onClick ? (
            <ActionButton
              key={label}
              label={label}
              shortcut={withKeys ? shortcut : null}
              variant="subtle"
              isDisabled={isBusy}
              onClick={onClick}
            />
          ) : null,
        )}
        {withKeys ? (
          <p className={classes.effect}>
            Enter takes the filled button. None is filled that charges somebody.
          </p>
        ) : null}
      </fieldset>
    </>
  );
}
