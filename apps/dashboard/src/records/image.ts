const SIDE_PIXELS = 256
const QUALITY = 0.86

/** The browser cannot read a file as an image. */
export class ImageMalformed extends Error {}

/** Crops an image to a small square and returns it as a data URL, far below the limit of the service. */
export async function squareImageOf(file: File): Promise<string> {
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) throw new ImageMalformed('The file is not an image.')
  const side = Math.min(bitmap.width, bitmap.height)
  const canvas = document.createElement('canvas')
  canvas.width = SIDE_PIXELS
  canvas.height = SIDE_PIXELS
  const left = (bitmap.width - side) / 2
  const top = (bitmap.height - side) / 2
  canvas.getContext('2d')?.drawImage(bitmap, left, top, side, side, 0, 0, SIDE_PIXELS, SIDE_PIXELS)
  bitmap.close()
  return canvas.toDataURL('image/webp', QUALITY)
}
