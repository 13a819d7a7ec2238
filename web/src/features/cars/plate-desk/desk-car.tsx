import type { DeskFinding, DeskItem, DeskVerdict } from '@lotkeeper/contract/cars/plate-desk';
import { plainVerdicts, previewDeskFindings } from '@lotkeeper/contract/cars/plate-desk';
import type { KeyboardEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import { keptInBrowser } from '../../../kernel/kept.ts';
import { useRead } from '../../../kernel/queries.ts';
import form from '../../../ui/form/form.module.css';
import type { Choice, DeskCarProps } from './desk-actions.tsx';
import { DeskActions, keyOf, listDialogs } from './desk-actions.tsx';
import { DeskItemView } from './desk-item.tsx';
import { costsNobody, verdictWords } from './desk-words.ts';
import classes from './plate-desk.module.css';

/** Whether a key belongs to what has focus, such as a field or a button, or to what opened over the car. */
const isTaken = ({ target, currentTarget, key }: KeyboardEvent) =>
  !(target instanceof HTMLElement && currentTarget.contains(target)) ||
  target.closest('input, textarea, select, [role="combobox"]') !== null ||
  (key === 'Enter' && target.closest('a, button') !== null);

/** These never charge anybody. */
const freeVerdicts: readonly DeskVerdict[] = ['misread', 'not_customer'];

/** The plain verdicts, after the suggestion where that is another one. */
function listFindings({ suggestion }: DeskItem): DeskFinding[] {
  const plain: DeskFinding[] = plainVerdicts.map((verdict) => ({ verdict }));
  const { finding } = suggestion;
  const isPlain = plain.some(({ verdict }) => verdict === finding?.verdict);
  return finding && !isPlain ? [finding, ...plain] : plain;
}

/** What each finding would change, money first of all. */
function useChoices({ organizationId, item }: DeskCarProps) {
  const findings = listFindings(item);
  const { data, error } = useRead(previewDeskFindings, {
    params: { id: organizationId, visit: item.visit },
    body: { findings },
  });
  const choices = findings.map((finding, index): Choice => {
    const effects = data?.effects[index];
    const isSuggested = finding.verdict === item.suggestion.finding?.verdict;
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

/** The action of a key: null for any other key, 'later' while what it would cost isn't known. */
function findAction(key: string, choices: readonly Choice[], props: DeskCarProps) {
  const { item, onDecide, onOpen, onSkip, onBack, onUndo } = props;
  const chosen = choices.find(({ finding, isFilled, isUnknown }) =>
    key === 'enter' ? isFilled || isUnknown : keyOf(finding) === key,
  );
  if (chosen) return chosen.isUnknown ? 'later' : () => onDecide(chosen.finding);
  const dialog = listDialogs(item).find((known) => verdictWords[known].key === key);
  if (dialog) return () => onOpen(dialog);
  if (key === 's' || key === 'arrowright') return onSkip;
  if (key === 'b' || key === 'arrowleft') return onBack;
  return key === 'u' ? onUndo : null;
}

/** Enter this soon after a car appeared was meant for the one before. */
const lookMs = 400;

/** Switched off by people whose dictation or scanner types letters; each browser remembers it. */
const keptKeys = 'desk-keys';

function useKeysSwitch() {
  const [withKeys, setWithKeys] = useState(() => keptInBrowser.read(keptKeys) !== 'off');
  const change = (on: boolean) => {
    setWithKeys(on);
    if (on) keptInBrowser.forget(keptKeys);
    else keptInBrowser.keep(keptKeys, 'off');
  };
  return [withKeys, change] as const;
}

/** Takes the focus from what is gone, so that a person continues with the next car without a Tab. */
function useFocus(isNext: boolean) {
  const car = useRef<HTMLElement>(null);
  const line = useRef<HTMLParagraphElement>(null);
  const [wasNext] = useState(isNext);
  useEffect(() => {
    const { activeElement } = document;
    // A person who is elsewhere on the page stays there.
    if (!activeElement?.contains(car.current)) return;
    if (wasNext) car.current?.focus({ preventScroll: true });
    // After a navigation, Tab then leads to the car. It doesn't have the focus, so a stray key decides nothing.
    else if (activeElement.matches('main')) line.current?.focus({ preventScroll: true });
  }, [wasNext]);
  return { car, line };
}

interface KeyedCarProps extends DeskCarProps {
  isNext: boolean;
  /** Called with a key that came while it could do nothing yet. */
  onMiss: (key: string) => void;
}

/** A car with its evidence and what can be done about it, by buttons and, while it has the focus, by keys. */
export function DeskCar(props: KeyedCarProps) {
  const { organizationId, item, isBusy, isNext } = props;
  const { choices, error } = useChoices(props);
  const [withKeys, setWithKeys] = useKeysSwitch();
  const [shownAt] = useState(() => performance.now());
  const { car, line } = useFocus(isNext);
  const pressKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTaken(event)) return;
    const action = findAction(event.key.toLowerCase(), choices, props);
    const isEarly = event.key === 'Enter' && event.timeStamp - shownAt < lookMs;
    if (!action) return;
    event.preventDefault();
    if (isBusy || isEarly || action === 'later') props.onMiss(event.key);
    else action();
  };
  return (
    <>
      <div className={classes.keys}>
        <label className={form.choice}>
          <input
            type="checkbox"
            checked={withKeys}
            onChange={(event) => setWithKeys(event.currentTarget.checked)}
          />
          Keys
        </label>
        <p ref={line} tabIndex={-1}>
          {withKeys ? 'Keys work while the car has the focus.' : 'Only the buttons decide.'}
        </p>
      </div>
      <section
        ref={car}
        className={classes.car}
        aria-label={`Car on the desk, ${item.plate}`}
        {...(withKeys ? { tabIndex: 0, onKeyDown: pressKey } : { tabIndex: -1 })}
      >
        <DeskItemView organizationId={organizationId} item={item} />
        <DeskActions {...props} {...{ choices, error, withKeys }} />
      </section>
    </>
  );
}
