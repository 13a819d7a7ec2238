/** The same server, another database. */
export const urlOf = (server: string, name: string) =>
  server.replace(/\/[^/?]*(\?.*)?$/, `/${name}$1`);
