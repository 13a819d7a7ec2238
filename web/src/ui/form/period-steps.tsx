import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import classes from './form.module.css';

interface PeriodStepsProps {
  names?: readonly [string, string];
  /** Goes one period back; null = there is none. */
  onEarlier: (() => void) | null;
  onLater: (() => void) | null;
  children: ReactNode;
}

/** The choice of a period between the steps to its neighbors. */
export function PeriodSteps(props: PeriodStepsProps) {
  const { names = ['Earlier', 'Later'], onEarlier, onLater, children } = props;
  const step = (name: string, Icon: typeof ChevronLeft, onStep: (() => void) | null) => (
    <Button variant="default" aria-label={name} disabled={!onStep} onClick={onStep ?? undefined}>
      <Icon size={16} aria-hidden />
    </Button>
  );
  return (
    <div className={classes.steps}>
      {step(names[0], ChevronLeft, onEarlier)}
      {children}
      {step(names[1], ChevronRight, onLater)}
    </div>
  );
}
