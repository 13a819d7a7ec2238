import { dismissNews, getProfile } from '@lotkeeper/contract/people/session';
import { useSend } from '../../../kernel/queries.ts';
import { useProfile } from '../../../kernel/session.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';

/** What is new in this version, to Admins who haven’t hidden it. It comes with their profile, so nothing moves. */
export function NewsPanel() {
  const { news } = useProfile();
  const dismiss = useSend(dismissNews, [getProfile]);
  if (!news || dismiss.isPending || dismiss.isSuccess) return null;
  return (
    <div className="ui-bottom-wide">
      <Panel
        title="New in Lotkeeper"
        actions={
          <Button variant="default" size="compact-sm" onClick={() => dismiss.mutate({})}>
            Hide<span className="ui-hidden"> what is new</span>
          </Button>
        }
      >
        <ul className="ui-list">
          {news.entries.map(({ name, text }) => (
            <li key={name}>
              <strong>{name}</strong>
              {text ? `: ${text}` : null}
            </li>
          ))}
        </ul>
        <p className="ui-note ui-top">
          {news.more.length > 0 ? `Also new: ${news.more.join(', ')}. ` : null}
          <a href="/api/docs/changelog" target="_blank" rel="noopener">
            Everything that changed
          </a>
        </p>
      </Panel>
    </div>
  );
}
