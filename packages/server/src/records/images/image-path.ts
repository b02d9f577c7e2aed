import { hash } from 'node:crypto'

import { API_PREFIX } from '@portico/contract'
import { parsePlainUrl } from '@portico/protocols/trusted-url'

import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { keyOfOwner, type ImageOwner } from './owner.ts'

// A record refers to its image by an http(s) URL, or by the path of an uploaded image below the API prefix. The path
// contains no host, so that a new base URL affects no row.

/** Returns the path of an uploaded image, as its owner's record stores it. */
export function imagePath(projectId: string, imageId: string): string {
  return `/images/${projectId}/${imageId}`
}

/** Returns the absolute URL of a stored reference to an image. */
export function presentImage(baseUrl: string, reference: string | null): string | null {
  return reference?.startsWith('/') ? baseUrl + API_PREFIX + reference : reference
}

/**
 * Whether a URL is the presented form of a stored reference. The host of an uploaded image is not compared: clients may
 * have read the URL before the base URL changed, and the id in the path is unguessable.
 */
export function isPresentedImage(url: string, reference: string | null): boolean {
  if (!reference?.startsWith('/')) return url === reference
  return parsePlainUrl(url)?.pathname === API_PREFIX + reference
}

/**
 * Computes the id of an uploaded image. It is the only protection of the image, so it is unguessable even for a person
 * who has the same image and knows its owner. Equal images of one owner have the same id.
 */
export function computeImageId(secret: MasterSecret, projectId: string, owner: ImageOwner, bytes: Uint8Array): string {
  // guard: the id of an image depends on its owner (replace `projectId, keyOfOwner(owner)` with `'', ''`) [images]
  const parts = [projectId, keyOfOwner(owner), hash('sha256', bytes, 'hex')]
  return secret.mac('image', parts.join('\0')).toString('base64url')
}
