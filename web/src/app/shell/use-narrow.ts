import { useMediaQuery } from '@mantine/hooks';

/** Whether the slide-over menu replaces the sidebar (platform spec §9: 767 px). */
export function useNarrow(): boolean {
  return useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false }) ?? false;
}
