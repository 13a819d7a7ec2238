import type { ReactNode, Ref } from 'react';
import type { ApiError } from '../../kernel/api.ts';
import { useSpeech } from '../../kernel/language.ts';
import { Button } from './button.tsx';
import classes from './form.module.css';

/** A long dialog may have scrolled away from it. */
const showFailure = (paragraph: HTMLElement | null) => {
  // jsdom can't scroll.
  if (typeof paragraph?.scrollIntoView === 'function')
    paragraph.scrollIntoView({ block: 'nearest' });
};

/** An error message, next to its subject; renders nothing without a text. */
export function FailureText(props: {
  id?: string;
  ref?: Ref<HTMLParagraphElement>;
  children: ReactNode;
}) {
  return props.children ? <p className={classes.failure} role="alert" {...props} /> : null;
}

/** Makes a change of what somebody else has changed meanwhile. */
export const ProceedButton = ({ error }: { error: ApiError | null }) =>
  error?.proceed ? (
    <Button className={classes.proceed ?? ''} variant="default" onClick={error.proceed}>
      Save my changes anyway
    </Button>
  ) : null;

/** A form-level error, after the failed action if there is one. */
export function FormFailure({ error, action }: { error: ApiError | null; action?: string }) {
  const { translate, explain } = useSpeech();
  if (!error || Object.keys(error.fields).length > 0) return null;
  const cause = explain(error);
  return (
    <>
      <FailureText ref={showFailure}>
        {action && action !== error.message ? `${translate(action)}: ${cause}` : cause}
      </FailureText>
      <ProceedButton error={error} />
    </>
  );
}
