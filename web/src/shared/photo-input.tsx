import type { LucideIcon } from 'lucide-react';
import { Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import classes from './photo-input.module.css';

interface PhotoInputProps {
  id: string;
  label: string;
  icon: LucideIcon;
  accept: string;
  /** Takes the photo with the camera at the back, on a phone. */
  capture?: boolean;
  disabled: boolean;
  describedBy?: string;
  onChoose: (file: File) => void;
}

/** A large button that takes or chooses one photo at a time; the same one can be chosen again. */
export function PhotoInput(props: PhotoInputProps) {
  const { id, label, icon: Icon, accept, capture, disabled, describedBy, onChoose } = props;
  return (
    <label className={classes.add} htmlFor={id} data-disabled={disabled}>
      <Icon size={20} aria-hidden />
      {label}
      <input
        id={id}
        className="ui-hidden"
        type="file"
        accept={accept}
        capture={capture ? 'environment' : undefined}
        aria-describedby={describedBy}
        disabled={disabled}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file) onChoose(file);
          event.currentTarget.value = '';
        }}
      />
    </label>
  );
}

/** A photo that wasn't sent yet. */
export interface PhotoDraft {
  key: string;
  photo: Blob;
  alt: string;
  removeLabel: string;
  onRemove: () => void;
}

/** Photos that weren't sent yet, each with a button that removes it. */
export function PhotoDrafts({ label, drafts }: { label: string; drafts: readonly PhotoDraft[] }) {
  if (drafts.length === 0) return null;
  return (
    <ul className={classes.drafts} aria-label={label}>
      {drafts.map(({ key, ...draft }) => (
        <Draft key={key} {...draft} />
      ))}
    </ul>
  );
}

function Draft({ photo, alt, removeLabel, onRemove }: Omit<PhotoDraft, 'key'>) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(photo);
    if (image.current) image.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [photo]);
  return (
    <li>
      <img ref={image} alt={alt} />
      <button type="button" className={classes.remove} aria-label={removeLabel} onClick={onRemove}>
        <Trash2 size={18} aria-hidden />
      </button>
    </li>
  );
}
