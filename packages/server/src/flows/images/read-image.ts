import type { Answer } from '../../api/rules/route.ts'
import type { Database } from '../../kernel/database.ts'
import { PlainError } from '../../kernel/errors.ts'
import { forProject } from '../../platform/db/project-scope.ts'
import { findImage } from '../../records/images/store.ts'

export interface ImageDependencies {
  readonly db: Database
}

const headers = {
  // Pages of every site show the image, also those that isolate themselves (Cross-Origin-Embedder-Policy).
  'cross-origin-resource-policy': 'cross-origin',
  // The id is a digest of the content, so the content never changes.
  'cache-control': 'public, max-age=31536000, immutable',
  // For a visitor who opens the URL itself. `nosniff` is a header of every answer.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
}

/** Serves an uploaded image, or 304 if the caller has it already. */
export async function readImage(
  { db }: ImageDependencies,
  projectId: string,
  imageId: string,
  ifNoneMatch: string | null,
): Promise<Answer<Uint8Array<ArrayBuffer> | null>> {
  const etag = `"${imageId}"`
  const isKnown = matchesEtag(ifNoneMatch, etag)
  const image = await forProject(db, projectId).run(findImage(projectId, imageId, !isKnown))
  if (!image) throw new PlainError(404, 'There is no such image.')
  return {
    status: isKnown ? 304 : 200,
    body: image.bytes,
    headers: { ...headers, etag, ...(!isKnown && { 'content-type': image.contentType }) },
  }
}

/** Compares weakly, as RFC 9110 section 13.1.2 requires for `If-None-Match`. */
function matchesEtag(ifNoneMatch: string | null, etag: string): boolean {
  const listed = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return listed.includes('*') || listed.includes(etag)
}
