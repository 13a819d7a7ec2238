import { useMediaQuery } from '@mantine/hooks';

/** Whether the slide-over menu replaces the sidebar: up to 767 px. */
export function useNarrow(): boolean {
  return useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false }) ?? false;
}
