import { FileUp } from 'lucide-react';
import type { DragEvent } from 'react';
import { useId, useState } from 'react';
import classes from './file-drop.module.css';
import form from './form.module.css';
import { FailureText } from './form-failure.tsx';

interface FileDropProps {
  label: string;
  /** The accepted types, as for an input, such as '.csv'. */
  accept: string;
  /** What people should know before they choose. */
  hint: string;
  file: File | null;
  onChoose: (file: File) => void;
  error?: string | undefined;
  required?: boolean;
}

/** One file, dropped anywhere on the area or chosen with the input in it, which takes focus and keys. */
export function FileDrop(props: FileDropProps) {
  const { label, accept, hint, file, onChoose, error, required = false } = props;
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const drag = (event: DragEvent, isOver: boolean) => {
    event.preventDefault();
    setIsOver(isOver);
  };
  const drop = (event: DragEvent) => {
    drag(event, false);
    const [dropped] = event.dataTransfer.files;
    if (dropped) onChoose(dropped);
  };
  return (
    <div>
      <label className={form.legend} htmlFor={id}>
        {label}
        {required ? (
          <span className="ui-error" aria-hidden>
            {' *'}
          </span>
        ) : null}
      </label>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping has no keys; the input
         inside has them. */}
      <div
        className={classes.area}
        data-over={isOver}
        data-wrong={Boolean(error)}
        onDragEnter={(event) => drag(event, true)}
        onDragOver={(event) => drag(event, true)}
        onDragLeave={(event) => drag(event, false)}
        onDrop={drop}
      >
        <FileUp size={24} aria-hidden />
        <input
          id={id}
          className={classes.input}
          type="file"
          accept={accept}
          aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
          aria-invalid={Boolean(error)}
          onChange={(event) => {
            const [chosen] = event.currentTarget.files ?? [];
            if (chosen) onChoose(chosen);
            // Lets people choose the same file again after fixing it.
            event.currentTarget.value = '';
          }}
        />
        <p className={classes.chosen}>
          {file ? file.name : 'Drop a file here, or click to choose one'}
        </p>
        <p id={`${id}-hint`} className="ui-note">
          {hint}
        </p>
      </div>
      <FailureText id={`${id}-error`}>{error}</FailureText>
    </div>
  );
}
