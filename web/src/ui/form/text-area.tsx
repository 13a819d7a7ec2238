import '@mantine/core/styles/Input.layer.css';
import './text-input.css';
import { InputBase } from '@mantine/core';
import type { TextareaHTMLAttributes } from 'react';

interface TextAreaProps
  extends Pick<
    TextareaHTMLAttributes<HTMLTextAreaElement>,
    'value' | 'onChange' | 'onBlur' | 'maxLength' | 'required'
  > {
  label: string;
  description?: string;
  rows: number;
  error?: string | undefined;
}

/** A field for several lines of text. */
export function TextArea({ error, description, required = false, ...field }: TextAreaProps) {
  return (
    <InputBase
      component="textarea"
      multiline
      required={required}
      {...(description ? { description } : {})}
      {...(error ? { error } : {})}
      {...field}
    />
  );
}
