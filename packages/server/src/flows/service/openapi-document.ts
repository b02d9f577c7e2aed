import { endpoints, openApiSteps } from '@portico/contract'

import { serialiseInSteps } from '../../api/call/respond.ts'
import { runInPieces } from '../../platform/http/run-in-pieces.ts'

/** By base URL. Built at the first request, because few clients read them. */
const documents = new Map<string, Promise<Record<string, unknown>>>()

export function getOpenApiDocument(baseUrl: string): Promise<Record<string, unknown>> {
  const document = documents.get(baseUrl) ?? runInPieces(documentSteps(baseUrl))
  documents.set(baseUrl, document)
  return document
}

function* documentSteps(baseUrl: string): Generator<void, Record<string, unknown>> {
  return yield* serialiseInSteps(yield* openApiSteps(endpoints, baseUrl))
}
