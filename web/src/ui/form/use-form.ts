import type { Schema } from '@lotkeeper/contract/kernel/endpoint';
import type { FormEvent, KeyboardEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import type { ApiError, Sending } from '../../kernel/api.ts';
import { useSpeech } from '../../kernel/language.ts';
import { explainDisabled } from './form.tsx';
import type { NumberRules } from './number-input.rules.ts';
import { numberProblem } from './number-input.rules.ts';

/** A form's problems, by field of the request. Nested fields have dots: `car.plate`. */
export type Problems = Record<string, string | undefined>;

/** A value of the wrong type comes from a field that is still empty. */
const describeMissing = () => 'This is required';

/** The contract's errors for a body: the first message of each field. */
export function findProblems(schema: Schema, body: unknown): Problems {
  const problems: Problems = {};
  for (const { path, message } of schema.safeParse(body, { error: describeMissing }).error
    ?.issues ?? []) {
    problems[path.join('.')] ??= message;
  }
  return problems;
}

/** The problems of typed numbers, which aren't in a body until they are parsed. */
export function findNumberProblems(
  fields: Record<string, readonly [input: string, rules: NumberRules]>,
): Problems {
  const problems: Problems = {};
  for (const [field, [input, rules]] of Object.entries(fields)) {
    const problem = numberProblem(input, rules);
    if (problem) problems[field] = problem;
  }
  return problems;
}

type NameOf<Values, Value> = {
  [Name in keyof Values]: Values[Name] extends Value ? Name : never;
}[keyof Values] &
  string;

interface FormOptions<Values> {
  initial: Values | (() => Values);
  /** What prevents submitting; usually `findProblems` for the endpoint’s body. */
  validate: (values: Values) => Problems;
  /** The request that the form sends: its field errors are shown at the fields. null = none. */
  send: Sending | null;
  /** Sends the form. Called only when it has no problems. */
  onSubmit: (values: Values) => void;
}

const isBlank = (value: unknown) =>
  value === '' || value === null || (Array.isArray(value) && value.length === 0);

/** Moves focus to the first invalid field, once its message is shown. */
function focusFirstProblem(form: HTMLFormElement): void {
  requestAnimationFrame(() => {
    const field = form.querySelector<HTMLElement>(
      '[aria-invalid="true"]:not(:disabled), fieldset[data-invalid] input:not(:disabled)',
    );
    field?.focus();
    // A bar of buttons may cover what focus alone brings into view; jsdom can't scroll.
    field?.scrollIntoView?.({ block: 'center' });
  });
}

/** For a form: focus moves to the first field that the server refused, which may be out of sight. */
export function useRefusedField(error: ApiError | null) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (form.current && Object.keys(error?.fields ?? {}).length > 0)
      focusFirstProblem(form.current);
  }, [error]);
  return form;
}

/**
 * Names what a form sends, for as long as the form is there: pressed twice, or sent again after a lost answer, it's
 * still done once.
 */
export function useRequestKey() {
  const [key] = useState(() => crypto.randomUUID());
  return key;
}

/**
 * The values of a form and the messages of its fields. A text field shows its message once the
 * person has emptied it or left it with text in it, and every field once they tried to submit the
 * form.
 */
export function useForm<Values extends object>(options: FormOptions<Values>) {
  const { initial, validate, send, onSubmit } = options;
  const { translate } = useSpeech();
  const error = send?.error ?? null;
  const ref = useRefusedField(error);
  const [values, setValues] = useState(initial);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [isSubmitted, setIsSubmitted] = useState(false);
  const problems = validate(values);
  const isValid = Object.values(problems).every((problem) => problem === undefined);
  const set = (change: Partial<Values>) => setValues((before) => ({ ...before, ...change }));
  const touch = (...fields: string[]) => setTouched((before) => new Set([...before, ...fields]));
  const findProblem = (field: string) =>
    (isSubmitted || touched.has(field) ? problems[field] : undefined) ?? error?.fields[field];
  const errorFor = (...fields: string[]) => {
    const problem = fields.map(findProblem).find(Boolean);
    return problem && translate(problem);
  };
  const bind = (name: NameOf<Values, string>, field: string) => ({
    value: values[name] as string,
    onBlur: () => (values[name] as string).trim() && touch(field),
    error: errorFor(field),
  });
  const setText = (name: NameOf<Values, string>, field: string, text: string) => {
    set({ [name]: text } as Partial<Values>);
    if (!text.trim()) touch(field);
  };
  const showProblems = (form: HTMLFormElement) => {
    setIsSubmitted(true);
    focusFirstProblem(form);
  };
  return {
    values,
    set,
    setValues,
    showProblems,
    touch,
    errorFor,
    problems,
    isValid,
    /** Why the form can’t be sent, by what sentences call its fields; '' if nothing is in the way. */
    explain: (purpose: string, names: Record<string, string>) =>
      explainDisabled(
        Object.entries(names).map(([field, name]) => ({
          name,
          problem: problems[field],
          isEmpty:
            problems[field] !== undefined &&
            (problems[field] === describeMissing() ||
              isBlank((values as Record<string, unknown>)[field])),
        })),
        purpose,
      ),
    error,
    isPending: send?.isPending ?? false,
    /** Restarts with these values, without messages. */
    reset: (next: Values) => {
      setValues(next);
      setTouched(new Set());
      setIsSubmitted(false);
    },
    /** The props of a text field; `field` is its name in the request. */
    text: (name: NameOf<Values, string>, field: string = name) => ({
      ...bind(name, field),
      onChange: (event: { currentTarget: { value: string } }) =>
        setText(name, field, event.currentTarget.value),
    }),
    /** The props of a number field, or of any field that reports the typed text. */
    number: (name: NameOf<Values, string>, field: string = name) => ({
      ...bind(name, field),
      onChange: (input: string) => setText(name, field, input),
    }),
    props: {
      ref,
      noValidate: true,
      // A disabled button ignores Enter, so what is in the way is reported instead.
      onKeyDown: (event: KeyboardEvent<HTMLFormElement>) => {
        const form = event.currentTarget;
        const isPlainEnter =
          event.key === 'Enter' &&
          !event.defaultPrevented &&
          event.target instanceof HTMLInputElement;
        if (isPlainEnter && form.querySelector('button[type="submit"]:disabled'))
          showProblems(form);
      },
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        if (!isValid) return showProblems(event.currentTarget);
        setIsSubmitted(true);
        onSubmit(values);
      },
    },
  };
}

/** What `useForm` returns, for the parts of a long form. */
export type FormState<Values extends object> = ReturnType<typeof useForm<Values>>;
