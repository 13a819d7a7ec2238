import type { ReactNode } from 'react';
import classes from './tag.module.css';

/** How a state stands out: by its meaning, which its word always says too. */
export type Tone = 'gray' | 'red' | 'green' | 'amber' | 'white';

/** A state in a word, on a ground of its meaning. */
export function Tag({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={classes.tag} data-tone={tone}>
      {children}
    </span>
  );
}
