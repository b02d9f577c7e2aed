import { squareOf, type View } from './picture-crop.ts'

/** About 100 KB, because the picture is transferred with the user. */
const PICTURE_MAX_BYTES = 100_000
const SIDES = [512, 384, 256] as const
const QUALITIES = [0.9, 0.8, 0.7, 0.6, 0.5] as const

/** The file is not a picture that this browser can read. */
export class NotAPicture extends Error {
  override readonly name = 'NotAPicture'
}

/**
 * Reads a picture and applies its orientation.
 *
 * @throws NotAPicture
 */
export async function readPicture(file: Blob): Promise<ImageBitmap> {
  // The decoded content counts, not the file name. SVG is refused, as by the service.
  if (file.type !== '' && !/^image\/(?!svg)/.test(file.type)) throw new NotAPicture()
  try {
    return await createImageBitmap(file)
  } catch {
    throw new NotAPicture()
  }
}

/** Draws the square of a view onto the whole canvas. */
export function drawSquare(canvas: HTMLCanvasElement, picture: ImageBitmap, view: View): void {
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser gives no canvas to draw on.')
  const { left, top, side } = squareOf(picture, view)
  context.imageSmoothingQuality = 'high'
  // JPEG has no transparency; without this the background would be black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height)
}

/** The square of a view as a JPEG data URL, in the best quality within the size limit. */
export async function encodeSquare(picture: ImageBitmap, view: View): Promise<string> {
  const canvas = document.createElement('canvas')
  let smallest: Blob | null = null
  for (const side of SIDES) {
    canvas.width = side
    canvas.height = side
    drawSquare(canvas, picture, view)
    for (const quality of QUALITIES) {
      smallest = await toJpeg(canvas, quality)
      if (smallest.size <= PICTURE_MAX_BYTES) return toDataUrl(smallest)
    }
  }
  // A square of this size never exceeds the limit; if it did, the service would refuse it.
  return toDataUrl(smallest ?? (await toJpeg(canvas, QUALITIES[0])))
}

function toJpeg(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The browser could not make a picture of the canvas.'))),
      'image/jpeg',
      quality,
    )
  })
}

function toDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    // `readAsDataURL` returns text.
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The picture could not be read back.')))
    reader.readAsDataURL(blob)
  })
}
