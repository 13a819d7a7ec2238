import type { LinkProps } from '@tanstack/react-router';
import { BookX } from 'lucide-react';
import { LinkButton } from '../../../shared/link-button.tsx';
import { EmptyState } from '../../../ui/data/states.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { readArticle } from './find-articles.ts';
import classes from './help-center.module.css';

interface ArticlePageProps {
  id: string;
  organization: string | undefined;
  /** The pages that the person has access to, by menu label. */
  pages: readonly { label: string; link: LinkProps }[];
}

/** One article, with a link to its page. */
export function ArticlePage({ id, organization, pages }: ArticlePageProps) {
  const article = readArticle(id);
  const page = pages.find(({ label }) => label === article?.menuLabel);
  const title = article?.title ?? 'Article not found';
  return (
    <>
      <PageHeader
        title={title}
        subtitle={article?.summary}
        actions={
          <>
            <LinkButton to="/help-center" search={organization ? { organization } : {}}>
              Help Center
            </LinkButton>
            {page ? <LinkButton {...page.link}>Open {page.label}</LinkButton> : null}
          </>
        }
      />
      <Panel>
        {article ? (
          <div className={classes.article}>
            {article.sections.map(({ heading, steps = [], text = [] }) => (
              <section key={heading}>
                <h2>{heading}</h2>
                {steps.length > 0 ? (
                  <ol className="ui-list">
                    {steps.map((step) => (
                      <li key={step}>{step}</li>
                    ))}
                  </ol>
                ) : null}
                {text.map((paragraph) => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
              </section>
            ))}
          </div>
        ) : (
          <EmptyState
            icon={BookX}
            title="No article here"
            text="The URL may be mistyped. The Help Center lists all articles."
          />
        )}
      </Panel>
    </>
  );
}
