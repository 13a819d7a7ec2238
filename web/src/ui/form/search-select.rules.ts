interface Option<Value extends string> {
  value: Value;
  label: string;
}

export interface SearchSelectProps<Value extends string = string> {
  label?: string;
  description?: string | undefined;
  /** In place of a label that is seen. */
  ariaLabel?: string;
  placeholder?: string;
  /** All in one list, or in groups that have a name. */
  options: readonly Option<Value>[] | readonly { group: string; items: Option<Value>[] }[];
  value: string | null;
  // A method, so that the select itself may deal in strings.
  onChoose(this: void, value: Value): void;
  /** Called with what is typed, where the options come from a server; they are then shown unfiltered. */
  onSearch?: (text: string) => void;
  error?: string | undefined;
  required?: boolean;
  /** Large for fingers. */
  size?: 'lg';
}

/** The label of the chosen option; empty where none is. */
export function findLabel(options: SearchSelectProps['options'], value: string | null): string {
  const flat = options.flatMap((option) => ('items' in option ? option.items : [option]));
  return flat.find((option) => option.value === value)?.label ?? '';
}
