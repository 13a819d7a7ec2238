import type { DeskItem, DeskVerdict } from '@lotkeeper/contract/cars/plate-desk';
import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/form/button.tsx';
import classes from './plate-desk.module.css';

/** What the buttons say, and their keys. */
export const verdictButtons: Record<DeskVerdict, { label: string; key: string; done: string }> = {
  confirmed: { label: 'The plate is right', key: 'c', done: 'is right' },
  misread: { label: 'Misread, no such car', key: 'm', done: 'is misread' },
  not_customer: { label: 'Not a customer', key: 'n', done: 'isn’t a customer' },
};
const verdicts = Object.entries(verdictButtons) as [DeskVerdict, { label: string; key: string }][];

interface DeskActionsProps {
  item: DeskItem;
  isBusy: boolean;
  onDecide: (verdict: DeskVerdict) => void;
  onSkip: () => void;
  /** null = there is nothing to undo. */
  onUndo: (() => void) | null;
}

/** Whether a key belongs to what has focus, such as a field or a button. */
const isTaken = ({ target, key }: KeyboardEvent) => {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('input, textarea, select, [role="combobox"], [role="dialog"]')) return true;
  return key === 'Enter' && target.closest('a, button') !== null;
};

/** The action of a key; null for any other. */
function findAction(key: string, { item, onDecide, onSkip, onUndo }: DeskActionsProps) {
  const verdict = verdicts.find(([, button]) => button.key === key)?.[0];
  if (verdict) return () => onDecide(verdict);
  if (key === 'enter') return () => onDecide(item.suggestion.verdict);
  if (key === 's' || key === 'arrowright') return onSkip;
  return key === 'u' ? onUndo : null;
}

function useKeys(props: DeskActionsProps) {
  const newest = useRef(props);
  useEffect(() => {
    newest.current = props;
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTaken(event)) return;
      const action = findAction(event.key.toLowerCase(), newest.current);
      if (!action || newest.current.isBusy) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

/** The verdicts as buttons and keys; Enter accepts the suggestion. */
export function DeskActions(props: DeskActionsProps) {
  const { item, isBusy, onDecide, onSkip } = props;
  useKeys(props);
  return (
    <fieldset className={classes.actions}>
      <legend className="ui-hidden">Decision</legend>
      {verdicts.map(([verdict, { label, key }]) => (
        <Button
          key={verdict}
          variant={verdict === item.suggestion.verdict ? 'filled' : 'default'}
          disabled={isBusy}
          onClick={() => onDecide(verdict)}
          aria-keyshortcuts={key}
        >
          {label} <kbd className={classes.key}>{key.toUpperCase()}</kbd>
        </Button>
      ))}
      <Button variant="subtle" disabled={isBusy} onClick={onSkip} aria-keyshortcuts="s">
        Skip <kbd className={classes.key}>S</kbd>
      </Button>
      <p className={classes.effect}>
        No money moves: a doubtful car is never charged. Enter takes the filled button, U undoes.
      </p>
    </fieldset>
  );
}
