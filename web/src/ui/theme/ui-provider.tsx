import './base.css.ts';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { colorSchemeManager, theme } from './theme.ts';

/** Dark pages would print white on white: while printing they are light. */
function printLight(): void {
  const { dataset } = document.documentElement;
  let scheme: string | undefined;
  addEventListener('beforeprint', () => {
    scheme = dataset.mantineColorScheme;
    dataset.mantineColorScheme = 'light';
  });
  addEventListener('afterprint', () => {
    if (scheme) dataset.mantineColorScheme = scheme;
  });
}
printLight();

/**
 * Gives the theme and the colour scheme (the system's until switched) to everything inside.
 * The variables are a file, not a style element: a strict CSP and Trusted Types refuse the latter.
 */
export function UiProvider(props: { children: ReactNode; env?: 'default' | 'test' }) {
  return (
    <MantineProvider
      theme={theme}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
      env={props.env ?? 'default'}
    >
      {props.children}
    </MantineProvider>
  );
}
