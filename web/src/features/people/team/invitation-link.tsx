import { invitationRules, teamMessages } from '@lotkeeper/contract/people/team';
import { settings } from '../../../kernel/settings.ts';
import { findPublicOrigin } from '../../../shared/public-origin.ts';
import { Button } from '../../../ui/form/button.tsx';
import { CopyText } from '../../../ui/form/copy-text.tsx';
import classes from '../../../ui/form/form.module.css';
import { Dialog } from '../../../ui/frame/dialog.tsx';

/** The link of an invitation that nothing was set to mail, for the inviting person to pass on. */
export function InvitationLinkDialog(props: { name: string; link: string; onClose: () => void }) {
  const { name, link, onClose } = props;
  const origin = findPublicOrigin(settings.public_url, globalThis.location.origin);
  return (
    <Dialog title="Invitation link" size="question" onClose={onClose}>
      <p className="ui-bottom-wide">{teamMessages.noMail(name)}</p>
      <CopyText label="Copy" copied="Copied" text={`${origin}${link}`} />
      <p className="ui-bottom-wide">
        It works once, within {invitationRules.days} days, for anyone who has it: send it to nobody
        else.
      </p>
      <div className={classes.buttons}>
        <Button onClick={onClose}>Done</Button>
      </div>
    </Dialog>
  );
}
