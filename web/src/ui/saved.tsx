import { Check } from 'lucide-react';
import classes from './form.module.css';

/** Says, also to a screen reader, that something worked. */
export function Saved({ shown, text }: { shown: boolean; text: string }) {
  return (
    <output className={shown ? classes.saved : ''}>
      {shown ? (
        <>
          <Check size={16} aria-hidden /> {text}
        </>
      ) : null}
    </output>
  );
}
