import type { Article, ArticleGroup } from './articles.ts';
import { articleGroups } from './articles.ts';

const findable = ({ title, summary, sections }: Article) =>
  [
    title,
    summary,
    ...sections.flatMap(({ heading, steps = [], text = [] }) => [heading, ...steps, ...text]),
  ]
    .join(' ')
    .toLowerCase();

/** The groups with the articles that contain every word of a search, in any order; omits groups without any. */
export function findArticles(search: string): readonly ArticleGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return articleGroups
    .map(({ title, articles }) => ({
      title,
      articles: articles.filter((article) =>
        words.every((word) => findable(article).includes(word)),
      ),
    }))
    .filter(({ articles }) => articles.length > 0);
}

/** The article with an id; undefined when it doesn't exist. */
export const readArticle = (id: string): Article | undefined =>
  articleGroups.flatMap(({ articles }) => articles).find((article) => article.id === id);
