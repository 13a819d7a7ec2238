/** The URL of another database on the same server. */
export const urlOf = (server: string, name: string) =>
  server.replace(/\/[^/?]*(\?.*)?$/, `/${name}$1`);
