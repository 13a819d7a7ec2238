import type { DeskFinding, DeskItem, DeskVerdict } from '@lotkeeper/contract/cars/plate-desk';
import { plainVerdicts, previewDeskFindings } from '@lotkeeper/contract/cars/plate-desk';
import { useEffect, useRef } from 'react';
import { useRead } from '../../../kernel/queries.ts';
import { Button } from '../../../ui/form/button.tsx';
import { describeEffects, describeFinding, verdictWords } from './desk-words.ts';
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

/** The action of a key; null for any other. */
function findAction(key: string, props: DeskActionsProps) {
  const { item, onDecide, onOpen, onSkip, onBack, onUndo } = props;
  const verdict = plainVerdicts.find((plain) => verdictWords[plain].key === key);
  if (verdict) return () => onDecide({ verdict });
  const dialog = listDialogs(item).find((known) => verdictWords[known].key === key);
  if (dialog) return () => onOpen(dialog);
  if (key === 'enter') return () => onDecide(item.suggestion.finding);
  if (key === 's' || key === 'arrowright') return onSkip;
  if (key === 'b' || key === 'arrowleft') return onBack;
  return key === 'u' ? onUndo : null;
}

/** Enter this soon after a car appeared was meant for the one before. */
const lookMs = 400;

function useKeys(props: DeskActionsProps) {
  const newest = useRef(props);
  const shown = useRef({ visit: 0, at: 0 });
  useEffect(() => {
    newest.current = props;
    const { visit } = props.item;
    if (shown.current.visit !== visit) shown.current = { visit, at: performance.now() };
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTaken(event)) return;
      const action = findAction(event.key.toLowerCase(), newest.current);
      const isEarly = event.key === 'Enter' && event.timeStamp - shown.current.at < lookMs;
      if (!action || newest.current.isBusy || isEarly) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

interface EffectsProps {
  organizationId: string;
  item: DeskItem;
  findings: readonly DeskFinding[];
}

/** What each finding would change, money first of all. */
function Effects({ organizationId, item, findings }: EffectsProps) {
  const { data, error } = useRead(previewDeskFindings, {
    params: { id: organizationId, visit: item.visit },
    body: { findings: [...findings] },
  });
  if (error) return <p className={classes.effect}>{error.message}</p>;
  return (
    <dl className={classes.effects} aria-busy={!data}>
      {findings.map((finding, index) => {
        const effects = data?.effects[index];
        return (
          <div key={finding.verdict}>
            <dt>{describeFinding(finding, item)}</dt>
            <dd>{effects ? describeEffects(effects, finding.verdict, item.spot.timezone) : '…'}</dd>
          </div>
        );
      })}
    </dl>
  );
}

interface ActionButtonProps {
  label: string;
  shortcut: string;
  isSuggested?: boolean;
  isBusy: boolean;
  onClick: () => void;
}

function ActionButton({ label, shortcut, isSuggested, isBusy, onClick }: ActionButtonProps) {
  return (
    <Button
      variant={isSuggested ? 'filled' : 'default'}
      disabled={isBusy}
      onClick={onClick}
      aria-keyshortcuts={shortcut}
    >
      {label} <kbd className={classes.key}>{shortcut}</kbd>
    </Button>
  );
}

/** The verdicts as buttons and keys; Enter accepts the suggestion. */
export function DeskActions(props: DeskActionsProps) {
  const { organizationId, item, isBusy, onDecide, onOpen, onSkip, onBack } = props;
  const { finding: suggested } = item.suggestion;
  const plain: DeskFinding[] = plainVerdicts.map((verdict) => ({ verdict }));
  const isPlain = plain.some(({ verdict }) => verdict === suggested.verdict);
  useKeys(props);
  return (
    <>
      <Effects
        organizationId={organizationId}
        item={item}
        findings={isPlain ? plain : [suggested, ...plain]}
      />
      <fieldset className={classes.more}>
        <legend className="ui-hidden">Corrections</legend>
        {listDialogs(item).map((verdict) => (
          <ActionButton
            key={verdict}
            label={`${verdictWords[verdict].label}…`}
            shortcut={verdictWords[verdict].key.toUpperCase()}
            isBusy={isBusy}
            onClick={() => onOpen(verdict)}
          />
        ))}
      </fieldset>
      <fieldset className={classes.actions}>
        <legend className="ui-hidden">Decision</legend>
        {isPlain ? null : (
          <ActionButton
            label={describeFinding(suggested, item)}
            shortcut="Enter"
            isSuggested
            isBusy={isBusy}
            onClick={() => onDecide(suggested)}
          />
        )}
        {plainVerdicts.map((verdict) => (
          <ActionButton
            key={verdict}
            label={verdictWords[verdict].label}
            shortcut={verdictWords[verdict].key.toUpperCase()}
            isSuggested={verdict === suggested.verdict}
            isBusy={isBusy}
            onClick={() => onDecide({ verdict })}
          />
        ))}
        <Button variant="subtle" disabled={isBusy} onClick={onSkip} aria-keyshortcuts="S">
          Skip <kbd className={classes.key}>S</kbd>
        </Button>
        {onBack ? (
          <Button variant="subtle" disabled={isBusy} onClick={onBack} aria-keyshortcuts="B">
            Back <kbd className={classes.key}>B</kbd>
          </Button>
        ) : null}
        <p className={classes.effect}>Enter takes the filled button, U undoes.</p>
      </fieldset>
    </>
  );
}
