import type { CameraMessage, ReadAgainAnswer } from '@lotkeeper/contract/cars/cameras';
import {
  listCameraMessages,
  listCameras,
  readCameraMessagesAgain,
} from '@lotkeeper/contract/cars/cameras';
import { formatQuantity } from '../../../kernel/format.ts';
import { useSend } from '../../../kernel/queries.ts';
import { Button } from '../../../ui/form/button.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { Notice } from '../../../ui/frame/notice.tsx';
import classes from './cameras.module.css';

const formatResult = ({ understood, reads }: ReadAgainAnswer) =>
  `${formatQuantity(understood, 'message was', 'messages were')} read, with ${formatQuantity(reads, 'plate read')}.`;

/** Reads kept messages again with the running version's parsers. */
export function useReadAgain(organizationId: string) {
  const { mutate, isPending, error, data } = useSend(readCameraMessagesAgain, [
    listCameraMessages,
    listCameras,
  ]);
  const read = (messages: readonly CameraMessage[]) =>
    mutate({
      params: { id: organizationId },
      body: { messages: messages.map(({ pk }) => pk) },
    });
  return { read, isPending, error, data };
}

export function ReadAgainButton(props: {
  messages: readonly CameraMessage[];
  retry: ReturnType<typeof useReadAgain>;
}) {
  const { messages, retry } = props;
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={retry.isPending}
      onClick={() => retry.read(messages)}
    >
      Read All Again
    </Button>
  );
}

export function ReadAgainResult({ retry }: { retry: ReturnType<typeof useReadAgain> }) {
  const { data, error } = retry;
  return (
    <div className={classes.result}>
      <Notice text={data && data.understood > 0 ? formatResult(data) : ''} />
      <output>
        {data?.understood === 0
          ? 'These messages still can’t be read. Try again after the next update of Lotkeeper.'
          : ''}
      </output>
      <FormFailure error={error} />
    </div>
  );
}
