import { appealRules } from '@lotkeeper/contract/cars/appeals';
import { ImagePlus } from 'lucide-react';
import { type Dispatch, type SetStateAction, useId, useState } from 'react';
import { PhotoDrafts, PhotoInput } from '../../../shared/photo-input.tsx';
import { scaledPhoto } from '../../../shared/photo-scaling.ts';
import form from '../../../ui/form/form.module.css';
import { FailureText } from '../../../ui/form/form-failure.tsx';
import classes from './appeal.module.css';

interface ImageChooserProps {
  images: readonly Blob[];
  onChange: Dispatch<SetStateAction<readonly Blob[]>>;
}

/** Up to three images, scaled down before they are sent. */
export function ImageChooser({ images, onChange }: ImageChooserProps) {
  const { maxImages } = appealRules;
  return (
    <div className={classes.chooser}>
      <p className={form.legend}>Images (optional)</p>
      <PhotoDrafts
        label="Your images"
        drafts={images.map((image, index) => ({
          key: `${image.size} ${index}`,
          photo: image,
          alt: `Your attachment ${index + 1}`,
          removeLabel: `Remove image ${index + 1}`,
          onRemove: () => onChange((before) => before.filter((other) => other !== image)),
        }))}
      />
      <ImageInput
        isFull={images.length >= maxImages}
        hint={`Up to ${maxImages}, for example of a receipt. JPEG, PNG or WebP.`}
        // Scaling takes a while: another one may have been chosen meanwhile.
        onChoose={(image) => onChange((before) => [...before, image].slice(0, maxImages))}
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
      setFailure(
        /\.hei[cf]$/i.test(file.name)
          ? `${file.name} is a HEIC photo, which this browser can’t read. Take a screenshot of it, and choose that.`
          : `${file.name} isn’t an image that can be read. Choose another one.`,
      );
    }
  };
  return (
    <>
      <PhotoInput
        id={id}
        label="Add an image"
        icon={ImagePlus}
        accept="image/jpeg,image/png,image/webp"
        disabled={props.isFull}
        describedBy={`${id}-hint`}
        onChoose={(file) => void choose(file)}
      />
      <p id={`${id}-hint`} className={form.note}>
        {props.hint}
      </p>
      <FailureText>{failure}</FailureText>
    </>
  );
}
