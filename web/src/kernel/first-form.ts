/** The form in the page's HTML, which can be filled while the page's code is on its way. */
let form: HTMLFormElement | null = null;

let isSent = false;

/** Shows the form, and remembers that it was sent, until the page can send it. */
export function watchFirstForm(): void {
  const first = document.querySelector<HTMLFormElement>('form.ui-first');
  form = first;
  if (!first) return;
  first.addEventListener('submit', (event) => {
    event.preventDefault();
    isSent = true;
    first.ariaBusy = 'true';
  });
  first.dataset.watched = '';
}

/** The name of the field that has the focus; the page takes its place. */
export const findFirstFocus = (): string | undefined =>
  [...(form?.elements ?? [])]
    .find((field) => field === document.activeElement)
    ?.getAttribute('name') ?? undefined;

/** What was begun at a stand: a step's name, what was typed, and whether it was sent. */
export interface FirstStep {
  name: string;
  text: string;
  isSent: boolean;
}

export function findFirstStep(): FirstStep | null {
  const field = form?.querySelector<HTMLInputElement>('details[open] input');
  return field ? { name: field.name, text: field.value, isSent } : null;
}

let isTaken = false;

/** The same, once, when the page takes its place. */
export function takeFirstStep(): FirstStep | null {
  if (isTaken) return null;
  isTaken = true;
  return findFirstStep();
}

/** What was typed, by the fields' names, and whether it was sent; once, after the page has replaced the form. */
export function takeFirstForm() {
  if (!form || isTaken) return null;
  isTaken = true;
  const values = Object.fromEntries(new FormData(form)) as Record<string, string>;
  return { values, isSent };
}
