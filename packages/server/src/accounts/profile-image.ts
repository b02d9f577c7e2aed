import { IMAGE_MAX_PIXELS } from '@portico/contract'
import { parsePlainUrl } from '@portico/protocols/trusted-url'

import type { ProjectTransaction } from '../kernel/database.ts'
import { PlainError } from '../kernel/errors.ts'
import { nothing, type Statement } from '../kernel/statement.ts'
import type { MasterSecret } from '../platform/crypto/master-secret.ts'
import { computeImageId, imagePath, isPresentedImage } from '../records/images/image-path.ts'
import { readImageSize, removeMetadata, TooManyPieces } from '../records/images/image-content.ts'
import type { ImageOwner } from '../records/images/owner.ts'
import { parseInlineImage, type RasterImage } from '../records/images/raster-image.ts'
import { deleteImage, storeImage } from '../records/images/store.ts'

/** The profile image of a new record: an upload, an http(s) URL, or none. */
export type NewImage = RasterImage | { readonly url: string } | null

/** A written profile image. Undefined keeps the present one. */
export type WrittenImage = NewImage | undefined

/** A change to the image of a user, a team or a team member. */
interface ImageChange {
  readonly owner: ImageOwner
  /** The reference in the row of the owner. */
  readonly present: string | null
  readonly written: WrittenImage
  /** Whether the caller may refer to an image on another host. Every caller may write the present URL back. */
  readonly mayLink: boolean
}

/**
 * Reads a written profile image. Other schemes than `data:` and http(s) could run scripts in a page.
 *
 * @throws PlainError
 */
export function readProfileImage(written: string | null | undefined): WrittenImage {
  if (typeof written !== 'string') return written
  const image = parseInlineImage(written)
  if (image) return cleanImage(image)
  // guard: an image has an http(s) URL or is inline [profile]
  if (parsePlainUrl(written) === null) throw notAnImage()
  return { url: written }
}

/**
 * Reads the image of a new user or team.
 *
 * @param mayLink whether the caller may refer to an image elsewhere
 * @throws PlainError
 */
export function readNewProfileImage(
  secret: MasterSecret,
  projectId: string,
  owner: ImageOwner,
  given: string | null | undefined,
  mayLink: boolean,
): PlacedImage {
  const image = readProfileImage(given) ?? null
  // guard: a client does not create a team with an image elsewhere [teams/teams]
  if (image && 'url' in image && !mayLink) throw notAnImage()
  return placeNewImage(secret, projectId, owner, image)
}

interface PlacedImage {
  /** For the row of the owner. */
  readonly reference: string | null
  /** Stores an upload. Run it after the insert of that row. */
  readonly store: Statement<unknown>
}

export function placeNewImage(
  secret: MasterSecret,
  projectId: string,
  owner: ImageOwner,
  image: NewImage,
): PlacedImage {
  if (!image || 'url' in image) return { reference: image && image.url, store: nothing }
  const imageId = computeImageId(secret, projectId, owner, image.bytes)
  return { reference: imagePath(projectId, imageId), store: storeImage(projectId, owner, imageId, image) }
}

/**
 * Stores a written profile image and deletes the image that it replaces. Requires the lock of the owner's row.
 *
 * @returns the reference for the row of the owner
 */
export async function writeProfileImage(
  tx: ProjectTransaction,
  secret: MasterSecret,
  { owner, present, written, mayLink }: ImageChange,
): Promise<string | null> {
  const { projectId } = tx
  if (written === undefined) return present
  if (written && 'bytes' in written) {
    const newId = computeImageId(secret, projectId, owner, written.bytes)
    return imagePath(projectId, await tx.run(storeImage(projectId, owner, newId, written)))
  }
  if (written && isPresentedImage(written.url, present)) return present
  // guard: a client can set only inline images [profile]
  if (written && !mayLink) throw notAnImage()
  await tx.run(deleteImage(projectId, owner))
  return written && written.url
}

function cleanImage(image: RasterImage): RasterImage {
  try {
    // guard: metadata of an uploaded image is removed (keep `requireSize(image)`) [profile]
    // guard: an uploaded image has a limited size in pixels (keep `image`) [profile]
    return removeMetadata(requireSize(image))
  } catch (error) {
    throw error instanceof TooManyPieces ? notAnImage() : error
  }
}

function requireSize(image: RasterImage): RasterImage {
  const { width, height } = readImageSize(image) ?? { width: 0, height: 0 }
  if (Math.max(width, height) <= IMAGE_MAX_PIXELS) return image
  throw new PlainError(
    400,
    `The image has ${width} × ${height} pixels. It must be at most ${IMAGE_MAX_PIXELS} pixels wide and high.`,
  )
}

export function notAnImage(): PlainError {
  return new PlainError(400, 'The image must be an inline PNG, JPEG, GIF, BMP or WebP: data:image/png;base64,…')
}
