import { useMantineColorScheme } from '@mantine/core';
import { Monitor, Moon, Sun } from 'lucide-react';
import { useId } from 'react';
import classes from './color-scheme-switch.module.css';

const CHOICES = [
  { scheme: 'auto', label: 'Like the system', Icon: Monitor },
  { scheme: 'light', label: 'Light', Icon: Sun },
  { scheme: 'dark', label: 'Dark', Icon: Moon },
] as const;

/** Chooses light, dark or what the system says; remembered on this device. */
export function ColorSchemeSwitch() {
  // To stop transitions Mantine writes a style element by innerHTML, which Trusted Types refuse.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const name = useId();
  return (
    <fieldset className={classes.group}>
      <legend className="ui-hidden">Colors</legend>
      {CHOICES.map(({ scheme, label, Icon }) => (
        <label key={scheme} className={classes.choice} title={label}>
          <input
            type="radio"
            className="ui-hidden"
            name={name}
            checked={colorScheme === scheme}
            onChange={() => setColorScheme(scheme)}
          />
          <Icon size={16} aria-hidden />
          <span className="ui-hidden">{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
