import * as contract from '@portico/contract'

import { anyone } from '../../api/access.ts'
import { route, type RequestContext, type Route } from '../../api/route.ts'

export interface ServiceDependencies {
  readonly settings: { readonly baseUrl: string }
}

export function serviceRoutes({ settings }: ServiceDependencies): Route[] {
  return [
    route(contract.readRoot, { allow: anyone }, (call) =>
      [
        `Welcome to Portico. The reference of this API is at ${contract.API_PREFIX}/openapi.json.`,
        '',
        ...authenticationLines(call),
      ].join('\n'),
    ),

    route(contract.readOpenApi, { allow: anyone }, () => openApiOf(settings.baseUrl)),

    // Every SDK that speaks this protocol is still served.
    route(contract.checkVersion, { allow: anyone }, () => ({ upToDate: true as const })),

    route(
      contract.checkFeatureSupport,
      { allow: anyone },
      ({ body }) => `${body?.feature_name ?? 'This feature'} is not supported by this service.`,
    ),
  ]
}

/** By base URL. Built on first demand, because few clients ask. */
const documents = new Map<string, Record<string, unknown>>()

function openApiOf(baseUrl: string): Record<string, unknown> {
  const document = documents.get(baseUrl) ?? contract.openApiDocument(contract.endpoints, baseUrl)
  documents.set(baseUrl, document)
  return document
}

function authenticationLines({ project, request, user }: RequestContext<typeof contract.readRoot>): string[] {
  // Authenticated, so the header names one of the access types. It is shown and decides nothing.
  const accessType = request.headers.get('x-stack-access-type') ?? ''
  if (project === null) return ['Authentication: None']
  return [
    `Authentication: ${accessType.slice(0, 1).toUpperCase()}${accessType.slice(1)}`,
    `  Project: ${project.id}`,
    `  User: ${user ? (user.primaryEmail ?? user.id) : 'None'}`,
  ]
}
