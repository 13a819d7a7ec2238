import type { Readable } from 'node:stream';
import { getPicture } from '@lotkeeper/contract/cars/images';
import type { PictureAddresses } from '../../../kernel/access/picture-addresses.ts';
import type { Sql } from '../../../kernel/data/database.ts';
import type { FileStore } from '../../../kernel/data/files.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { Download } from '../../../kernel/http/downloads.ts';
import { Refusal, requireFound } from '../../../kernel/refusal.ts';

class PictureFile extends Download {
  readonly extension: string;
  readonly type: string;
  readonly #stream: Readable;

  constructor(name: string, mediaType: string, stream: Readable) {
    super(name);
    this.type = mediaType;
    this.extension = mediaType.replace('image/', '');
    this.#stream = stream;
  }

  content(): Readable {
    return this.#stream;
  }
}

/** Serves an image to anyone who holds its signed URL; an <img> carries no token. */
export function picturesRoutes(
  serve: Serve,
  { sql, files, pictures }: { sql: Sql; files: FileStore; pictures: PictureAddresses },
): void {
  serve(getPicture, async ({ params, now }) => {
    const imageId = pictures.pictureAt(params.address, now);
    if (!imageId) {
      throw new Refusal('code_invalid', 'This image link has expired. Reload the page.');
    }
    const [row] = await sql<{ file: string; media_type: string }[]>`
      select file, media_type from images
      where organization_id = ${imageId.organization} and uuid = ${imageId.uuid} and kind <> 'deleted'`;
    const { file, media_type } = requireFound(row, 'picture');
    const { stream } = requireFound(await files.open(file), 'picture');
    return new PictureFile(imageId.uuid, media_type, stream);
  });
}
