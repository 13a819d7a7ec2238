import { lazyDialog } from '../../../ui/frame/lazy-dialog.tsx';

/** Records a rental that no system sent. */
export const HandRentalDialog = lazyDialog(async () => ({
  default: (await import('./hand-rental.tsx')).HandRentalDialog,
}));

/** Records a further payment of a rental. */
export const HandPaymentDialog = lazyDialog(async () => ({
  default: (await import('./hand-payment.tsx')).HandPaymentDialog,
}));
