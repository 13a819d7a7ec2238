/** The longer side of a sent photo, in pixels, and its JPEG quality. */
const longestSide = 1600;
const quality = 0.8;

/** The size of a sent image; a smaller one stays as it is. */
export function fitting(width: number, height: number) {
  const scale = Math.min(1, longestSide / Math.max(width, height, 1));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** Converts a photo to an upright JPEG of up to 1600 pixels a side; throws when it isn’t an image. */
export async function scaledPhoto(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const { width, height } = fitting(picture.width, picture.height);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.drawImage(picture, 0, 0, width, height);
  picture.close();
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) =>
        blob ? resolve(blob) : reject(new Error('The photo couldn’t be converted to JPEG.')),
      'image/jpeg',
      quality,
    );
  });
}
