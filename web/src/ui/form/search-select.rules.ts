interface Option {
  value: string;
  label: string;
}

export interface SearchSelectProps {
  label?: string;
  description?: string | undefined;
  /** In place of a label that is seen. */
  ariaLabel?: string;
  placeholder?: string;
  /** All in one list, or in groups that have a name. */
  options: readonly Option[] | readonly { group: string; items: Option[] }[];
  value: string | null;
  onChoose: (value: string) => void;
  /** Called with what is typed, where the options come from a server; they are then shown unfiltered. */
  onSearch?: (text: string) => void;
  error?: string | undefined;
  disabled?: boolean;
  required?: boolean;
  /** Large for fingers. */
  size?: 'lg';
}

/** The label of the chosen option; empty where none is. */
export function findLabel(options: SearchSelectProps['options'], value: string | null): string {
  const flat = options.flatMap((option) => ('items' in option ? option.items : [option]));
  return flat.find((option) => option.value === value)?.label ?? '';
}
