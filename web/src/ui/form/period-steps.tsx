import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import classes from './form.module.css';

interface PeriodStepsProps {
  /** Goes one period back; null = there is none. */
  onEarlier: (() => void) | null;
  onLater: (() => void) | null;
  children: ReactNode;
}

/** The choice of a period between the steps to its neighbors. */
export function PeriodSteps({ onEarlier, onLater, children }: PeriodStepsProps) {
  const step = (name: string, Icon: typeof ChevronLeft, onStep: (() => void) | null) => (
    <Button variant="default" aria-label={name} disabled={!onStep} onClick={onStep ?? undefined}>
      <Icon size={16} aria-hidden />
    </Button>
  );
  return (
    <div className={classes.steps}>
      {step('Earlier', ChevronLeft, onEarlier)}
      {children}
      {step('Later', ChevronRight, onLater)}
    </div>
  );
}
