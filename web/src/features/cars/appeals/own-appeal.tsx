import type { Notice } from '@lotkeeper/contract/cars/appeals';
import { appealRules } from '@lotkeeper/contract/cars/appeals';
import { useEffect, useRef } from 'react';
import { useSpeech, useTexts } from '../../../kernel/language.ts';
import type { Formats } from '../../../kernel/language-formats.ts';
import { useFormats } from '../../../kernel/language-formats.ts';
import { Fact, Facts } from '../../../shared/ticket-evidence.tsx';
import { ProgressBar } from '../../../ui/data/progress-bar.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { FailureText } from '../../../ui/form/form-failure.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { Tag } from '../../../ui/frame/tag.tsx';
import { PictureGallery } from '../../../ui/media/picture-gallery.tsx';
import { appealTexts } from './appeal-texts.ts';
import { stateTones } from './appeal-words.ts';
import { ImageInput } from './image-chooser.tsx';
import type { useImageSending } from './use-image-sending.ts';
import { Words } from './words.tsx';

/** What became of an appeal, in a sentence. */
function describeState(
  { appeal, ticket }: Notice,
  texts: typeof appealTexts,
  { formatDay, formatMoney }: Formats,
): string {
  const amount = formatMoney(ticket.amount);
  switch (appeal?.state) {
    case 'waived':
      return texts.waived;
    case 'reduced':
      return texts.reduced(formatMoney(appeal.first_amount), amount);
    case 'upheld':
      return texts.upheld(amount);
    case 'closed':
      return ticket.status === 'Paid' ? texts.closedPaid : texts.closedWaived;
    default:
      return appeal ? texts.open(formatDay(appeal.due_on)) : '';
  }
}

type ImageSending = ReturnType<typeof useImageSending>;

/** How far the images of an appeal are, or that one didn't arrive. */
function Sending({ sending, token }: { sending: ImageSending; token: string }) {
  const texts = useTexts(appealTexts);
  const { explain } = useSpeech();
  const { isPending, error, share, left, send } = sending;
  return (
    <>
      <p aria-live="polite">{isPending ? texts.sendingImage : ''}</p>
      {isPending ? <ProgressBar label={texts.sendingImage} value={share} max={1} /> : null}
      <FailureText>{error ? texts.imageNotSent(explain(error)) : null}</FailureText>
      {error ? (
        <div>
          <Button variant="default" onClick={() => send({ token, images: left })}>
            {texts.sendAgain}
          </Button>
        </div>
      ) : null}
    </>
  );
}

/** The appeal of a violation with its state; while it's open, images can be added. */
export function OwnAppeal(props: {
  notice: Notice;
  /** Whether it was sent a moment ago, so that its answer takes the focus. */
  isNew: boolean;
  sending: ImageSending;
}) {
  const { notice, isNew, sending } = props;
  const answered = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (isNew) answered.current?.focus();
  }, [isNew]);
  const { appeal, timezone, token } = notice;
  const texts = useTexts(appealTexts);
  const formats = useFormats();
  if (!appeal) return null;
  const { state, reason, text, images, answer } = appeal;
  return (
    <Panel title={texts.appeal} actions={<Tag tone={stateTones[state]}>{texts.states[state]}</Tag>}>
      <div className="ui-stack">
        <p ref={answered} tabIndex={-1} role="status" className="ui-strong">
          {describeState(notice, texts, formats)}
        </p>
        {answer ? (
          <Words name={texts.answer} isAnswer>
            {answer}
          </Words>
        ) : null}
        <Facts>
          <Fact name={texts.sent}>{formats.formatInstant(appeal.sent_at / 1000, timezone)}</Fact>
          <Fact name={texts.reason}>{texts.reasons[reason]}</Fact>
        </Facts>
        <Words name={texts.what}>{text}</Words>
        {images.length > 0 ? (
          <PictureGallery
            name={texts.gallery}
            pictures={images.map(({ url }) => ({ url, thumbnail_url: url }))}
            most={appealRules.maxImages}
          />
        ) : null}
        <div className="ui-lines ui-screen">
          <Sending sending={sending} token={token} />
          {state === 'open' && images.length + sending.left.length < appealRules.maxImages ? (
            <ImageInput
              isFull={sending.isPending}
              hint={texts.imagesUntil}
              onChoose={(image) => sending.send({ token, images: [...sending.left, image] })}
            />
          ) : null}
        </div>
      </div>
    </Panel>
  );
}
