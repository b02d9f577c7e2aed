import { parsePlainUrl } from '@portico/protocols/trusted-url'

import type { ProjectTransaction } from '../kernel/database.ts'
import { PlainError } from '../kernel/errors.ts'
import { nothing, type Statement } from '../kernel/statement.ts'
import type { MasterSecret } from '../platform/crypto/master-secret.ts'
import { computeImageId, imagePath, isPresentedImage } from '../records/images/image-path.ts'
import { parseInlineImage, type RasterImage } from '../records/images/raster-image.ts'
import { deleteImageOfUser, storeImageOfUser } from '../records/images/store.ts'
import type { User } from '../records/users/user.ts'

/** A written profile image: an upload, an http(s) URL, null to remove it, or undefined to keep it. */
export type WrittenImage = RasterImage | { readonly url: string } | null | undefined

/**
 * Reads a written profile image. Other schemes than `data:` and http(s) could run scripts in a page.
 *
 * @throws PlainError
 */
export function readProfileImage(written: string | null | undefined): WrittenImage {
  if (typeof written !== 'string') return written
  const image = parseInlineImage(written)
  if (image) return image
  if (parsePlainUrl(written) === null) throw notAnImage()
  return { url: written }
}

/**
 * Reads the profile image of a user that a server creates.
 *
 * @returns the reference for the row of the user, and the statement that stores an upload after that row
 */
export function readNewProfileImage(
  secret: MasterSecret,
  projectId: string,
  userId: string,
  given: string | null | undefined,
): { readonly reference: string | null; readonly store: Statement<unknown> } {
  const image = readProfileImage(given) ?? null
  if (!image || 'url' in image) return { reference: image && image.url, store: nothing }
  const imageId = computeImageId(secret, projectId, userId, image.bytes)
  return { reference: imagePath(projectId, imageId), store: storeImageOfUser(projectId, userId, imageId, image) }
}

/**
 * Stores a written profile image and deletes the image that it replaces. Requires the lock of the user row.
 *
 * @param mayLink whether the caller may refer to an image elsewhere. Every caller may write the present URL back.
 * @returns the reference for the row of the user
 */
export async function writeProfileImage(
  tx: ProjectTransaction,
  secret: MasterSecret,
  user: User,
  written: WrittenImage,
  mayLink: boolean,
): Promise<string | null> {
  const { projectId } = tx
  if (written === undefined) return user.profileImage
  if (written && 'bytes' in written) {
    const newId = computeImageId(secret, projectId, user.id, written.bytes)
    return imagePath(projectId, await tx.run(storeImageOfUser(projectId, user.id, newId, written)))
  }
  if (written && isPresentedImage(written.url, user.profileImage)) return user.profileImage
  if (written && !mayLink) throw notAnImage()
  await tx.run(deleteImageOfUser(projectId, user.id))
  return written && written.url
}

function notAnImage(): PlainError {
  return new PlainError(400, 'The image must be an inline PNG, JPEG, GIF, BMP or WebP: data:image/png;base64,…')
}
