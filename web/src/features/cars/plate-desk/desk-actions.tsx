import type {
  DeskEffects,
  DeskFinding,
  DeskItem,
  DeskVerdict,
} from '@lotkeeper/contract/cars/plate-desk';
import { plainVerdicts, previewDeskFindings } from '@lotkeeper/contract/cars/plate-desk';
import { useEffect, useRef } from 'react';
import { useRead } from '../../../kernel/queries.ts';
import { Button } from '../../../ui/form/button.tsx';
import {
  costsNobody,
  describeEffects,
  describeFinding,
  describeMoney,
  verdictWords,
} from './desk-words.ts';
import classes from './plate-desk.module.css';

/** Verdicts that need more than a key. */
export type DialogVerdict = Exclude<DeskVerdict, (typeof plainVerdicts)[number]>;

interface DeskActionsProps {
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

/** Whether a key belongs to what has focus, such as a field or a button. */
const isTaken = ({ target, key }: KeyboardEvent) => {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('input, textarea, select, [role="combobox"], [role="dialog"]')) return true;
  return key === 'Enter' && target.closest('a, button') !== null;
};

/** The dialogs that make sense for a visit. */
const listDialogs = ({ readings, others }: DeskItem): DialogVerdict[] => [
  ...(readings.length > 0 ? (['corrected'] as const) : []),
  ...(readings.length > 0 && others.length > 0 ? (['joined'] as const) : []),
  ...(readings.length > 1 ? (['split'] as const) : []),
];

/** The key of a plain verdict; null for others, whose key opens their dialog. */
const keyOf = ({ verdict }: DeskFinding) =>
  plainVerdicts.some((plain) => plain === verdict) ? verdictWords[verdict].key : null;

/** A finding as a button. */
interface Choice {
  finding: DeskFinding;
  effects: DeskEffects | undefined;
  isSuggested: boolean;
  /** Whether Enter takes it: only a suggestion that is known to cost nobody. */
  isFilled: boolean;
  /** It may charge somebody, and nobody knows yet how much. */
  isUnknown: boolean;
}

/** These never charge anybody. */
const freeVerdicts: readonly DeskVerdict[] = ['misread', 'not_customer'];

/** The plain verdicts, after the suggestion where that is another one. */
function listFindings({ suggestion }: DeskItem): DeskFinding[] {
  const plain: DeskFinding[] = plainVerdicts.map((verdict) => ({ verdict }));
  const { finding } = suggestion;
  return plain.some(({ verdict }) => verdict === finding.verdict) ? plain : [finding, ...plain];
}

/** What each finding would change, money first of all. */
function useChoices({ organizationId, item }: DeskActionsProps) {
  const findings = listFindings(item);
  const { data, error } = useRead(previewDeskFindings, {
    params: { id: organizationId, visit: item.visit },
    body: { findings },
  });
  const choices = findings.map((finding, index): Choice => {
    const effects = data?.effects[index];
    const isSuggested = finding.verdict === item.suggestion.finding.verdict;
    return {
      finding,
      effects,
      isSuggested,
      isFilled: isSuggested && effects !== undefined && costsNobody(effects),
      isUnknown: !effects && !error && !freeVerdicts.includes(finding.verdict),
    };
  });
  return { choices, error };
}

/** The action of a key; null for any other. */
function findAction(key: string, choices: readonly Choice[], props: DeskActionsProps) {
  const { item, onDecide, onOpen, onSkip, onBack, onUndo } = props;
  const chosen = choices.find(({ finding, isFilled, isUnknown }) =>
    key === 'enter' ? isFilled : !isUnknown && keyOf(finding) === key,
  );
  if (chosen) return () => onDecide(chosen.finding);
  const dialog = listDialogs(item).find((known) => verdictWords[known].key === key);
  if (dialog) return () => onOpen(dialog);
  if (key === 's' || key === 'arrowright') return onSkip;
  if (key === 'b' || key === 'arrowleft') return onBack;
  return key === 'u' ? onUndo : null;
}

/** Enter this soon after a car appeared was meant for the one before. */
const lookMs = 400;

function useKeys(props: DeskActionsProps, choices: readonly Choice[]) {
  const newest = useRef({ props, choices });
  const shown = useRef({ visit: 0, at: 0 });
  useEffect(() => {
    newest.current = { props, choices };
    const { visit } = props.item;
    if (shown.current.visit !== visit) shown.current = { visit, at: performance.now() };
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTaken(event)) return;
      const { props: now, choices: shownChoices } = newest.current;
      const action = findAction(event.key.toLowerCase(), shownChoices, now);
      const isEarly = event.key === 'Enter' && event.timeStamp - shown.current.at < lookMs;
      if (!action || now.isBusy || isEarly) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
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
  /** null = none. */
  shortcut: string | null;
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
      {label} {shortcut ? <kbd className={classes.key}>{shortcut}</kbd> : null}
    </Button>
  );
}

/** A finding with what it does in money. Nothing that charges somebody is filled. */
function ChoiceButton({ choice, ...props }: DeskActionsProps & { choice: Choice }) {
  const { finding, effects, isSuggested, isFilled, isUnknown } = choice;
  const unfilled = isSuggested ? 'outline' : 'default';
  return (
    <ActionButton
      label={`${describeFinding(finding, props.item)}${effects ? describeMoney(effects) : ''}`}
      shortcut={keyOf(finding)?.toUpperCase() ?? (isFilled ? 'Enter' : null)}
      variant={isFilled ? 'filled' : unfilled}
      isDisabled={props.isBusy || isUnknown}
      onClick={() => props.onDecide(finding)}
    />
  );
}

/** The verdicts as buttons and keys; Enter accepts a suggestion that costs nobody. */
export function DeskActions(props: DeskActionsProps) {
  const { item, isBusy, onOpen, onSkip, onBack, onUndo } = props;
  const { choices, error } = useChoices(props);
  useKeys(props, choices);
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
            shortcut={verdictWords[verdict].key.toUpperCase()}
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
              shortcut={shortcut}
              variant="subtle"
              isDisabled={isBusy}
              onClick={onClick}
            />
          ) : null,
        )}
        <p className={classes.effect}>
          Enter takes the filled button. None is filled that charges somebody.
        </p>
      </fieldset>
    </>
  );
}
