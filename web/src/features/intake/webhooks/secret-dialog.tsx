import { Button } from '../../../ui/form/button.tsx';
import { CopyText } from '../../../ui/form/copy-text.tsx';
import classes from '../../../ui/form/form.module.css';
import { Dialog } from '../../../ui/frame/dialog.tsx';

interface SecretDialogProps {
  secret: string;
  /** Whether it replaced another one. */
  isNew?: boolean;
  onClose: () => void;
}

/** Shows a webhook's secret, the only time it can be shown. */
export const SecretDialog = ({ secret, isNew = false, onClose }: SecretDialogProps) => (
  <Dialog title="Secret of the webhook" onClose={onClose}>
    <p className="ui-bottom-wide">
      Copy it now: it’s shown only once. The other system checks with it that a message is from
      Lotkeeper, as <a href="https://www.standardwebhooks.com">Standard Webhooks</a> describes.
    </p>
    <div className="ui-bottom-wide">
      <CopyText text={secret} label="Copy secret" copied="Secret copied" />
    </div>
    {isNew ? (
      <p className="ui-bottom-wide">
        For 24 hours messages are signed with the secret before too, so you can change it without
        losing any.
      </p>
    ) : null}
    <div className={classes.buttons}>
      <Button onClick={onClose}>Done</Button>
    </div>
  </Dialog>
);
