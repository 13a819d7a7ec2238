import { appealRules } from '@lotkeeper/contract/cars/appeals';
import { ImagePlus, Trash2 } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { scaledPhoto } from '../../../shared/photo-scaling.ts';
import form from '../../../ui/form/form.module.css';
import { FailureText } from '../../../ui/form/form-failure.tsx';
import classes from './appeal.module.css';

interface ImageChooserProps {
  images: readonly Blob[];
  onChange: (images: readonly Blob[]) => void;
}

/** Up to three images, scaled down before they are sent. */
export function ImageChooser({ images, onChange }: ImageChooserProps) {
  const { maxImages } = appealRules;
  return (
    <div className={classes.chooser}>
      <p className={form.legend}>Images (optional)</p>
      {images.length > 0 ? (
        <ul className={classes.chosen} aria-label="Your images">
          {images.map((image, index) => (
            <ChosenImage
              key={`${image.size} ${index}`}
              image={image}
              number={index + 1}
              onRemove={() => onChange(images.filter((other) => other !== image))}
            />
          ))}
        </ul>
      ) : null}
      <ImageInput
        isFull={images.length >= maxImages}
        hint={`Up to ${maxImages}, for example of a receipt. JPEG, PNG or WebP.`}
        onChoose={(image) => onChange([...images, image])}
      />
    </div>
  );
}

/** The field for one more image. */
export function ImageInput(props: {
  isFull: boolean;
  hint: string;
  onChoose: (image: Blob) => void;
}) {
  const [failure, setFailure] = useState('');
  const id = useId();
  const choose = async (file: File) => {
    setFailure('');
    try {
      props.onChoose(await scaledPhoto(file));
    } catch {
      setFailure(`${file.name} isn’t an image that can be read. Choose another one.`);
    }
  };
  return (
    <>
      <label className={classes.add} htmlFor={id} data-disabled={props.isFull}>
        <ImagePlus size={20} aria-hidden />
        Add an image
        <input
          id={id}
          className="ui-hidden"
          type="file"
          accept="image/jpeg,image/png,image/webp"
          aria-describedby={`${id}-hint`}
          disabled={props.isFull}
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            if (file) void choose(file);
            event.currentTarget.value = '';
          }}
        />
      </label>
      <p id={`${id}-hint`} className={classes.hint}>
        {props.hint}
      </p>
      <FailureText>{failure}</FailureText>
    </>
  );
}

function ChosenImage(props: { image: Blob; number: number; onRemove: () => void }) {
  const { image, number } = props;
  const element = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(image);
    if (element.current) element.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [image]);
  return (
    <li>
      <img ref={element} alt={`Your attachment ${number}`} />
      <button
        type="button"
        className={classes.remove}
        aria-label={`Remove image ${number}`}
        onClick={props.onRemove}
      >
        <Trash2 size={18} aria-hidden />
      </button>
    </li>
  );
}
