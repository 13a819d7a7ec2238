import { useId } from 'react';
import { UserText } from '../../../ui/frame/user-text.tsx';
import classes from './words.module.css';

/** What somebody wrote, at full width under its name; `isAnswer` sets it off from what it answers. */
export function Words(props: { name: string; isAnswer?: boolean; children: string }) {
  const { name, isAnswer = false, children } = props;
  const id = useId();
  return (
    <section className={classes.words} data-answer={isAnswer || undefined} aria-labelledby={id}>
      <h3 id={id}>{name}</h3>
      <UserText>{children}</UserText>
    </section>
  );
}
