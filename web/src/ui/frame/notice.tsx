import { CircleCheck } from 'lucide-react';
import classes from '../data/states.module.css';

/** Says that something was done, and has it read out. It stays in the page while it says nothing, or nobody would hear it. */
export function Notice({ text }: { text: string }) {
  return (
    <output className={text ? classes.done : undefined}>
      {text ? <CircleCheck size={16} aria-hidden /> : null}
      {text}
    </output>
  );
}
