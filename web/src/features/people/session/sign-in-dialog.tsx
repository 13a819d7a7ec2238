import { useWindowEvent } from '@mantine/hooks';
import { Button } from '../../../ui/form/button.tsx';
import form from '../../../ui/form/form.module.css';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import { SignInSteps } from './sign-in-steps.tsx';

interface SignInDialogProps {
  username: string;
  /** Somebody may have signed in, here or in another tab. */
  onSignIn: () => void;
  onClose: () => void;
}

/** A sign-in over what somebody has typed. Only its button leaves the page, since Escape would lose all of it. */
export function SignInDialog({ username, onSignIn, onClose }: SignInDialogProps) {
  useWindowEvent('focus', onSignIn);
  return (
    <Dialog title="Your session has ended" size="question" onClose={null}>
      <p className="ui-bottom-wide">Sign in again to go on. What you typed is still here.</p>
      <SignInSteps username={username} firstWay={null} onDone={onSignIn} />
      <div className={form.buttons}>
        <Button component="a" variant="subtle" href="/login" target="_blank">
          Use another tab
        </Button>
        <Button variant="default" onClick={onClose}>
          Leave this page
        </Button>
      </div>
    </Dialog>
  );
}
