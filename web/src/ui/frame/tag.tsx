import type { ReactNode } from 'react';
import classes from './tag.module.css';

/** The color of a state, by meaning; its word always says it too. */
export type Tone = 'gray' | 'red' | 'green' | 'amber';

/** A state as a word, on a background with its meaning. */
export function Tag({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={classes.tag} data-tone={tone}>
      {children}
    </span>
  );
}
