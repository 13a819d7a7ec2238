import * as z from 'zod/mini';
import { pageParam } from '../../../kernel/search-params.ts';

export const booksSearch = z.object({ page: pageParam });
export type BooksFilters = z.output<typeof booksSearch>;
