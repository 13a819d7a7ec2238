import type { Notice } from '@lotkeeper/contract/cars/appeals';
import {
  addAppealImage,
  appealReasons,
  appealRules,
  appealStates,
} from '@lotkeeper/contract/cars/appeals';
import { formatDateLong, formatInstant, formatMoneyExact } from '../../../kernel/format.ts';
import { useSend } from '../../../kernel/queries.ts';
import { Fact, Facts } from '../../../shared/ticket-evidence.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { Tag } from '../../../ui/frame/tag.tsx';
import { PictureGallery } from '../../../ui/media/picture-gallery.tsx';
import classes from './appeal.module.css';
import { stateTones } from './appeal-words.ts';
import { ImageInput } from './image-chooser.tsx';
import { Words } from './words.tsx';

/** What became of an appeal, in a sentence. */
function describeState({ appeal, ticket }: Notice): string {
  const amount = formatMoneyExact(ticket.amount);
  switch (appeal?.state) {
    case 'waived':
      return 'The violation is waived: you owe nothing.';
    case 'reduced':
      return `The violation is reduced from ${formatMoneyExact(appeal.first_amount)} to ${amount}.`;
    case 'upheld':
      return `The violation stands: you owe ${amount}.`;
    case 'closed':
      return ticket.status === 'Paid'
        ? 'The violation is paid, so the appeal was closed.'
        : 'The violation was waived: you owe nothing.';
    default:
      return appeal
        ? `We’ll answer by ${formatDateLong(appeal.due_on)}. Until then, you needn’t pay.`
        : '';
  }
}

/** The appeal of a violation with its state; while it's open, images can be added. */
export function OwnAppeal(props: { notice: Notice; onChange: (notice: Notice) => void }) {
  const { notice, onChange } = props;
  const { appeal, timezone, token } = notice;
  const add = useSend(addAppealImage);
  if (!appeal) return null;
  const { state, reason, text, images, answer } = appeal;
  return (
    <Panel title="Your appeal" actions={<Tag tone={stateTones[state]}>{appealStates[state]}</Tag>}>
      <div className={classes.stack}>
        <p role="status" className={classes.state}>
          {describeState(notice)}
        </p>
        {answer ? (
          <Words name="Our answer" isAnswer>
            {answer}
          </Words>
        ) : null}
        <Facts>
          <Fact name="Sent">{formatInstant(appeal.sent_at / 1000, timezone)}</Fact>
          <Fact name="Reason">{appealReasons[reason]}</Fact>
        </Facts>
        <Words name="What happened">{text}</Words>
        {images.length > 0 ? (
          <PictureGallery
            name="your appeal"
            pictures={images.map(({ url }) => ({ url, thumbnail_url: url }))}
            most={appealRules.maxImages}
          />
        ) : null}
        {state === 'open' && images.length < appealRules.maxImages ? (
          <div className={classes.chooser}>
            <ImageInput
              isFull={add.isPending}
              hint={add.isPending ? 'Sending the image…' : 'You can add images until we answer.'}
              onChoose={(body) => add.mutate({ params: { token }, body }, { onSuccess: onChange })}
            />
            <FormFailure error={add.error} action={addAppealImage.failure} />
          </div>
        ) : null}
      </div>
    </Panel>
  );
}
