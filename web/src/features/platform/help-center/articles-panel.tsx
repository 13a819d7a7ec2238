import { Link } from '@tanstack/react-router';
import { NoMatch } from '../../../ui/data/no-match.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import type { ArticleGroup } from './articles.ts';
import { findArticles } from './find-articles.ts';
import classes from './help-center.module.css';

interface ArticlesPanelProps {
  search: string;
  organization: string | undefined;
  onSearch: (search: string) => void;
}

/** All articles by group, or the results of a search. */
export function ArticlesPanel({ search, organization, onSearch }: ArticlesPanelProps) {
  const groups = findArticles(search);
  return (
    <Panel title="Articles">
      {groups.length === 0 ? (
        <NoMatch by={[search]} onClear={() => onSearch('')} />
      ) : (
        <nav className={classes.groups} aria-label="Articles">
          {groups.map((group) => (
            <Group key={group.title} {...{ group, organization, search }} />
          ))}
        </nav>
      )}
    </Panel>
  );
}

function Group(props: { group: ArticleGroup } & Omit<ArticlesPanelProps, 'onSearch'>) {
  const { group, organization, search } = props;
  return (
    <section>
      <h3 className={classes.groupTitle}>{group.title}</h3>
      <ul className={classes.articles}>
        {group.articles.map(({ id, title, summary }) => (
          <li key={id}>
            <Link
              to="/help-center/$article"
              params={{ article: id }}
              search={organization ? { organization } : {}}
            >
              {title}
            </Link>
            {search ? <p className="ui-note">{summary}</p> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
