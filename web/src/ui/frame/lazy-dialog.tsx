import { Loader } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import type { ComponentType } from 'react';
import { lazy, Suspense } from 'react';
import { useFailureExplanation } from '../../kernel/builds.ts';
import { Button } from '../form/button.tsx';
import { useFocusReturn } from '../use-focus-return.ts';
import classes from './lazy-dialog.module.css';

/** A dialog whose code is loaded when it first opens. Until then, shows its frame with a spinner. */
export function lazyDialog<Props extends { onClose: () => void }>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const Body: ComponentType<Props> = lazy(() => load().catch(() => ({ default: LoadFailure })));
  return function LazyDialog(props: Props) {
    return (
      <Suspense fallback={<LoadingDialog onClose={props.onClose} />}>
        <Body {...props} />
      </Suspense>
    );
  };
}

/** Closes like the real dialog, so an early Escape isn't lost. */
function LoadingDialog({ onClose }: { onClose: () => void }) {
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Escape') onClose();
  });
  return (
    <div className={classes.overlay}>
      <output className={classes.frame}>
        <Loader size="sm" />
        <span className="ui-hidden">Loading…</span>
      </output>
    </div>
  );
}

/** Replaces a dialog whose code can't be loaded. */
function LoadFailure({ onClose }: { onClose: () => void }) {
  useFocusReturn();
  const explanation = useFailureExplanation();
  return (
    <div
      className={classes.overlay}
      role="presentation"
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <div className={classes.frame} role="alertdialog" aria-label="This form couldn’t be loaded">
        <p>This form couldn’t be loaded. {explanation}</p>
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button onClick={() => location.reload()} autoFocus>
            Reload
          </Button>
        </div>
      </div>
    </div>
  );
}
