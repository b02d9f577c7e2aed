import * as contract from '@portico/contract'

import type { Caller } from '../../api/caller.ts'
import { route, type Route } from '../../api/route.ts'

export interface ServiceDependencies {
  readonly settings: { readonly baseUrl: string }
}

export function serviceRoutes({ settings }: ServiceDependencies): Route[] {
  return [
    route(contract.readRoot, ({ caller }) =>
      [
        `Welcome to Portico. The reference of this API is at ${contract.API_PREFIX}/openapi.json.`,
        '',
        ...authenticationLines(caller),
      ].join('\n'),
    ),

    route(contract.readOpenApi, () => openApiOf(settings.baseUrl)),

    // Every SDK that speaks this protocol is still served.
    route(contract.checkVersion, () => ({ upToDate: true as const })),

    route(
      contract.checkFeatureSupport,
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

function authenticationLines({ accessType, project, user }: Caller): string[] {
  if (accessType === null || project === null) return ['Authentication: None']
  return [
    `Authentication: ${accessType.slice(0, 1).toUpperCase()}${accessType.slice(1)}`,
    `  Project: ${project.id}`,
    `  User: ${user ? (user.primaryEmail ?? user.id) : 'None'}`,
  ]
}
