// One file, which is loaded once the stand is there.
export { ConfirmDialog } from '../../../ui/frame/confirm-dialog.tsx';
export { CheckInDialog } from './check-in-dialog.tsx';
export { CheckOutDialog } from './check-out-dialog.tsx';
export { EditDialog } from './edit-dialog.tsx';
