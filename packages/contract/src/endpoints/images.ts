import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { projectId } from './primitives.ts'

/** The id of an uploaded image: a digest in base64url. */
const imageId = z.string().regex(/^[A-Za-z0-9_-]{43}$/, '{path} must be the id of an image')

export const readImage = endpoint({
  method: 'GET',
  path: '/images/{project_id}/{image_id}',
  tag: 'Images',
  summary:
    'Returns an uploaded image (PNG, JPEG, GIF, BMP or WebP) for use in an <img> element. The content at a URL never changes. Also answers HEAD.',
  params: z.object({ project_id: projectId, image_id: imageId }),
  access: { public: { response: 'image' } },
  errors: [],
})
