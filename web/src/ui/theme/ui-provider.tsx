import './base.css.ts';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { colorSchemeManager, theme } from './theme.ts';

/** Dark pages would print white on white, so they are light while printing. */
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
 * Provides the theme and the color scheme (the system's until switched). The variables are a file
 * instead of a style element, which a strict CSP and Trusted Types refuse.
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
