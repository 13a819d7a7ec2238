/** The origin that other systems send to: the installation's public URL, or else this page's origin. */
export const findPublicOrigin = (publicUrl: string | null, pageOrigin: string): string =>
  publicUrl === null ? pageOrigin : publicUrl.replace(/\/+$/, '');
