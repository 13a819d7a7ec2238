import type { Readable } from 'node:stream';
import { getPicture } from '@lotkeeper/contract/cars/images';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import type { PictureAddresses } from '../../../kernel/access/picture-addresses.ts';
import type { LinkScope } from '../../../kernel/access/scope.ts';
import type { FileStore } from '../../../kernel/data/files.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { Download } from '../../../kernel/http/downloads.ts';
import { Refusal, requireFound } from '../../../kernel/refusal.ts';

interface StoredPicture {
  name: string;
  mediaType: string;
  /** Milliseconds since it was taken. */
  ageMs: number;
}

/** Opened after the call has given back its turn, since an object store may take seconds. */
class PictureFile extends Download {
  readonly extension: string;
  readonly type: string;
  readonly #files: FileStore;
  readonly #picture: StoredPicture;

  constructor(uuid: string, files: FileStore, picture: StoredPicture) {
    super(uuid);
    this.type = picture.mediaType;
    this.extension = picture.mediaType.replace('image/', '');
    this.#files = files;
    this.#picture = picture;
  }

  override async findUrl(): Promise<string | null> {
    return this.#files.findUrl(this.#picture.name, this.type);
  }

  async content(): Promise<Readable> {
    const { name, ageMs } = this.#picture;
    const found = await this.#files.open(name);
    if (!found && this.#files.isShared && ageMs < dayMs) {
      const words = 'This image is on its way from another server. Try again in a minute.';
      throw new Refusal('unavailable', words, undefined, 30);
    }
    return requireFound(found, 'picture').stream;
  }
}

/** Serves an image to anyone who holds its signed URL; an <img> carries no token. */
export function picturesRoutes(
  serve: Serve,
  {
    files,
    pictures,
    openLinkScope,
  }: {
    files: FileStore;
    pictures: PictureAddresses;
    openLinkScope: (organizationId: number) => LinkScope;
  },
): void {
  serve(getPicture, async ({ params, now }) => {
    const imageId = pictures.pictureAt(params.address, now);
    if (!imageId) {
      throw new Refusal('code_invalid', 'This image link has expired. Reload the page.');
    }
    const scope = openLinkScope(imageId.organization);
    const [row] = await scope.read<{ file: string; media_type: string; taken_at: Instant }[]>(
      (sql) => sql`
        select file, media_type, taken_at from images
        where organization_id = ${imageId.organization} and uuid = ${imageId.uuid} and kind <> 'deleted'`,
    );
    const { file, media_type, taken_at } = requireFound(row, 'picture');
    return new PictureFile(imageId.uuid, files, {
      name: file,
      mediaType: media_type,
      ageMs: now - taken_at,
    });
  });
}
