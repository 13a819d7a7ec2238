import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react';
import { Button } from '../ui/form/button.tsx';
import classes from './link-button.module.css';

interface AnchorButtonProps
  extends Pick<
    AnchorHTMLAttributes<HTMLAnchorElement>,
    'href' | 'onClick' | 'onMouseEnter' | 'onFocus' | 'onTouchStart'
  > {
  ref?: Ref<HTMLAnchorElement>;
  children?: ReactNode;
  leftSection?: ReactNode;
  rightSection?: ReactNode;
  variant?: 'filled' | 'subtle';
  className?: string | undefined;
  size?: 'compact-sm';
}

const AnchorButton = (props: AnchorButtonProps) => (
  <Button component="a" variant="default" className={classes.button ?? ''} {...props} />
);

/** A link to another page that looks like a button. */
export const LinkButton = createLink(AnchorButton);
