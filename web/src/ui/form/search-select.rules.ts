export const searchSelectTexts = { nothingFound: 'No results found' };

interface Option<Value extends string> {
  value: Value;
  label: string;
  /** What it's found by beside its label. */
  keywords?: string;
}

export interface SearchSelectProps<Value extends string = string> {
  label?: string;
  description?: string | undefined;
  /** Replaces a visible label. */
  ariaLabel?: string;
  placeholder?: string;
  /** All in one list, or in named groups. */
  options: readonly Option<Value>[] | readonly { group: string; items: Option<Value>[] }[];
  value: string | null;
  // A method, so the select itself can use strings.
  onChoose(this: void, value: Value): void;
  /** Called with the typed text when options come from a server, which are shown unfiltered. */
  onSearch?: (text: string) => void;
  error?: string | undefined;
  required?: boolean;
  /** A dialog begins with it. */
  startsFocused?: boolean;
  /** Large for fingers. */
  size?: 'lg';
}

/** The label of the chosen option; empty if there is none. */
export function findLabel(options: SearchSelectProps['options'], value: string | null): string {
  const flat = options.flatMap((option) => ('items' in option ? option.items : [option]));
  return flat.find((option) => option.value === value)?.label ?? '';
}

const lower = (text: string) => text.toLowerCase().trim();

/** Whether an option is found by what was typed, in its label or its keywords. */
export const isFound = ({ label, keywords = '' }: Option<string>, input: string): boolean =>
  lower(label).includes(lower(input)) || lower(keywords).includes(lower(input));
