import type { ButtonProps } from '@mantine/core';
import { createPolymorphicComponent, Button as MantineButton } from '@mantine/core';
import type { ComponentPropsWithRef, MouseEvent } from 'react';

const ignore = (event: MouseEvent) => event.preventDefault();

/** A button that is loading does nothing, but keeps the focus: a disabled element would lose it. */
const renderBusy = (props: ComponentPropsWithRef<'button'>) => (
  <button {...props} disabled={false} aria-disabled onClick={ignore} />
);

const BusyButton = (props: ButtonProps) => (
  <MantineButton
    {...props}
    {...(props.loading && !props.disabled ? { renderRoot: renderBusy } : {})}
  />
);

/** Mantine's button; its styles are in base.css.ts. */
export const Button = createPolymorphicComponent<'button', ButtonProps>(BusyButton);
