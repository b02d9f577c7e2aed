import * as contract from '@portico/contract'

import { anyone } from '../../api/rules/access.ts'
import { answerRoute, type Route } from '../../api/rules/route.ts'
import { readImage, type ImageDependencies } from './read-image.ts'

export function imageRoutes(dependencies: ImageDependencies): Route[] {
  return [
    answerRoute(contract.readImage, { allow: anyone }, ({ params, request }) =>
      readImage(dependencies, params.project_id, params.image_id, request.headers.get('if-none-match')),
    ),
  ]
}
