import { createFileRoute } from '@tanstack/react-router';
import { ArticlePage } from '../../../../../features/help-center/article.page.tsx';
import { validateHelpSearch } from '../../../../help-search.ts';
import { usePages } from '../../../../shell/use-pages.ts';

export const Route = createFileRoute('/_auth/_shell/help-center_/$article')({
  validateSearch: validateHelpSearch,
  component: ArticleRoute,
});

function ArticleRoute() {
  const { article } = Route.useParams();
  const { organization } = Route.useSearch();
  return <ArticlePage id={article} organization={organization} pages={usePages()} />;
}
