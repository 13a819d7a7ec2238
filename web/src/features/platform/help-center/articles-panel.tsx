import { Link } from '@tanstack/react-router';
import { NoMatch } from '../../../ui/data/states.tsx';
import { SearchField } from '../../../ui/form/search-field.tsx';
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
      <SearchField
        ariaLabel="Search articles"
        value={search}
        onSearch={onSearch}
        maxLength={100}
        className="ui-bottom-wide ui-search"
      />
      {groups.length === 0 ? (
        <NoMatch by={[search]} onClear={() => onSearch('')} />
      ) : (
        <div className={classes.groups}>
          {groups.map((group) => (
            <Group key={group.title} {...{ group, organization }} />
          ))}
        </div>
      )}
    </Panel>
  );
}

function Group(props: { group: ArticleGroup; organization: string | undefined }) {
  const { group, organization } = props;
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
            <p className="ui-note">{summary}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
