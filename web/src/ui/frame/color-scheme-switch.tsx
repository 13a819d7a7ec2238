import { useMantineColorScheme } from '@mantine/core';
import { Monitor, Moon, Sun } from 'lucide-react';
import { Segments } from './segments.tsx';

const colorSchemes = [
  { value: 'auto', label: 'System', icon: <Monitor size={16} aria-hidden /> },
  { value: 'light', label: 'Light', icon: <Sun size={16} aria-hidden /> },
  { value: 'dark', label: 'Dark', icon: <Moon size={16} aria-hidden /> },
] as const;

/** Chooses light, dark, or the system's scheme; remembered on this device. Optionally large for fingers. */
export function ColorSchemeSwitch(props: { size?: 'lg' }) {
  // To stop transitions, Mantine writes a style element by innerHTML, which Trusted Types refuse.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return (
    <Segments
      label="Colors"
      options={colorSchemes}
      chosen={colorScheme}
      onChange={setColorScheme}
      {...props}
    />
  );
}
