import { isBlank, listFields, nameField } from './test-fields.ts';

/** The chosen ones of many, as the field shows them. */
const listChosen = (field: Element) =>
  [...(field.parentElement?.querySelectorAll('button') ?? [])].map(
    (button) => button.parentElement?.textContent ?? '',
  );

/** What a person reads in the fields that are filled: “Name: Fair”, and what is ticked by its name alone. */
export const listFormValues = (): string[] =>
  listFields().flatMap((field) => {
    const name = nameField(field);
    if (field.matches('[type=checkbox], [type=radio]'))
      return field.matches(':checked') ? [name] : [];
    if (isBlank(field)) return [];
    return [`${name}: ${field.value || listChosen(field).join(', ')}`];
  });
