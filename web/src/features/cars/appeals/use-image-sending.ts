import type { Notice } from '@lotkeeper/contract/cars/appeals';
import { addAppealImage } from '@lotkeeper/contract/cars/appeals';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '../../../kernel/api.ts';
import { upload } from '../../../kernel/upload.ts';
import { useLeaveWarning } from '../../../kernel/use-leave-warning.ts';

/** Sends images of an appeal that is in, one after the other; those that didn't arrive can be sent again. */
export function useImageSending(onSent: (notice: Notice) => void) {
  const [left, setLeft] = useState<readonly Blob[]>([]);
  const [share, setShare] = useState(0);
  const sending = useMutation<void, ApiError, { token: string; images: readonly Blob[] }>({
    mutationFn: async ({ token, images }) => {
      setShare(0);
      for (const [index, body] of images.entries()) {
        setLeft(images.slice(index));
        const onShare = (imageShare: number) => setShare((index + imageShare) / images.length);
        onSent(await upload(addAppealImage, { params: { token }, body }, onShare));
      }
      setLeft([]);
    },
  });
  useLeaveWarning(left.length > 0);
  return { ...sending, left, share, send: sending.mutate };
}
