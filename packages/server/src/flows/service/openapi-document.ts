import { endpoints, openApiDocument } from '@portico/contract'

import { serialiseOnce } from '../../api/call/respond.ts'

/** By base URL. Built at the first request, because few clients read them. */
const documents = new Map<string, Record<string, unknown>>()

export function getOpenApiDocument(baseUrl: string): Record<string, unknown> {
  const document = documents.get(baseUrl) ?? serialiseOnce(openApiDocument(endpoints, baseUrl))
  documents.set(baseUrl, document)
  return document
}
