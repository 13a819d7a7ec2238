import { createFileRoute } from '@tanstack/react-router';
import { useFilters } from '#app/use-filters.ts';
import { BooksPage } from '#features/money/books/books.page.tsx';
import { booksSearch } from '#features/money/books/books-search.ts';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/books')({
  validateSearch: booksSearch,
  component: () => {
    const params = Route.useParams();
    return <BooksPage key={params.organizationId} {...params} {...useFilters(Route)} />;
  },
});
