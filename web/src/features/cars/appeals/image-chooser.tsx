import { appealRules } from '@lotkeeper/contract/cars/appeals';
import { ImagePlus } from 'lucide-react';
import { type Dispatch, type SetStateAction, useId, useState } from 'react';
import { useTexts } from '../../../kernel/language.ts';
import { PhotoDrafts, PhotoInput } from '../../../shared/photo-input.tsx';
import { scaledPhoto } from '../../../shared/photo-scaling.ts';
import form from '../../../ui/form/form.module.css';
import { FailureText } from '../../../ui/form/form-failure.tsx';
import { appealTexts } from './appeal-texts.ts';

interface ImageChooserProps {
  images: readonly Blob[];
  onChange: Dispatch<SetStateAction<readonly Blob[]>>;
}

/** Up to three images, scaled down before they are sent. */
export function ImageChooser({ images, onChange }: ImageChooserProps) {
  const texts = useTexts(appealTexts);
  const { maxImages } = appealRules;
  return (
    <div className="ui-lines">
      <p className={form.legend}>{texts.images}</p>
      <PhotoDrafts
        label={texts.yourImages}
        drafts={images.map((image, index) => ({
          key: `${image.size} ${index}`,
          photo: image,
          alt: texts.attachment(index + 1),
          removeLabel: texts.removeImage(index + 1),
          onRemove: () => onChange((before) => before.filter((other) => other !== image)),
        }))}
      />
      <ImageInput
        isFull={images.length >= maxImages}
        hint={texts.imagesHint}
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
  const texts = useTexts(appealTexts);
  const [failure, setFailure] = useState('');
  const id = useId();
  const choose = async (file: File) => {
    setFailure('');
    try {
      props.onChoose(await scaledPhoto(file));
    } catch {
      setFailure(/\.hei[cf]$/i.test(file.name) ? texts.heic(file.name) : texts.noImage(file.name));
    }
  };
  return (
    <>
      <PhotoInput
        id={id}
        label={texts.addImage}
        icon={ImagePlus}
        accept="image/jpeg,image/png,image/webp"
        disabled={props.isFull}
        describedBy={`${id}-hint`}
        onChoose={(file) => void choose(file)}
      />
      <p id={`${id}-hint`} className="ui-dimmed">
        {props.hint}
      </p>
      <FailureText>{failure}</FailureText>
    </>
  );
}
