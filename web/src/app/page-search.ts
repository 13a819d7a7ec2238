/** A page of a list in the URL; absent = the first one, and anything that isn't a page. */
export const readPage = ({ page }: Record<string, unknown>): { page?: number } =>
  /^[1-9]\d{0,5}$/.test(String(page)) && Number(page) > 1 ? { page: Number(page) } : {};
