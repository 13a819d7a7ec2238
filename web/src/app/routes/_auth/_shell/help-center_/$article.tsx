import { createFileRoute } from '@tanstack/react-router';
import { helpSearch } from '#app/help-search.ts';
import { usePages } from '#app/shell/use-pages.ts';
import { ArticlePage } from '#features/platform/help-center/article.page.tsx';

export const Route = createFileRoute('/_auth/_shell/help-center_/$article')({
  validateSearch: helpSearch,
  component: () => {
    const { article } = Route.useParams();
    const { organization } = Route.useSearch();
    return <ArticlePage id={article} organization={organization} pages={usePages()} />;
  },
});
