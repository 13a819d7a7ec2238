import type { PromoCode } from '@lotkeeper/contract/promo-codes';
import { deletePromoCode, listPromoCodes, promoMessages } from '@lotkeeper/contract/promo-codes';
import { useSend } from '../../kernel/queries.ts';
import { ConfirmDialog } from '../../ui/frame/confirm-dialog.tsx';

/** Asks before a code is taken back. */
export function RemovePromoDialog(props: {
  code: PromoCode;
  onRemoved: () => void;
  onClose: () => void;
}) {
  const { code, onRemoved, onClose } = props;
  const remove = useSend(deletePromoCode, [listPromoCodes]);
  return (
    <ConfirmDialog
      question={`Delete ${code.code}?`}
      confirm="Yes"
      cancel="No, Don't Delete"
      onConfirm={() => remove.mutate({ params: { id: code.pk } }, { onSuccess: onRemoved })}
      onClose={onClose}
      send={remove}
    >
      {promoMessages.confirmDelete}
    </ConfirmDialog>
  );
}
