import * as contract from '@portico/contract'

import { anyone } from '../../api/rules/access.ts'
import { isUnsupported, OLDEST_OFFICIAL_CLIENT } from '../../api/call/client-version.ts'
import { serialiseOnce } from '../../api/call/respond.ts'
import { route, type RequestContext, type Route } from '../../api/rules/route.ts'
import { getOpenApiDocument } from './openapi-document.ts'

export interface ServiceDependencies {
  readonly settings: { readonly baseUrl: string }
}

export function serviceRoutes({ settings }: ServiceDependencies): Route[] {
  /** Built at the first request. */
  let movedRecordSchema: Record<string, unknown> | undefined
  return [
    route(contract.readRoot, { allow: anyone }, (call) =>
      [
        `Welcome to Portico. The reference of this API is at /api-reference, for programs at ${contract.API_PREFIX}/openapi.json.`,
        '',
        ...describeAuthentication(call),
      ].join('\n'),
    ),

    route(contract.readOpenApi, { allow: anyone }, () => getOpenApiDocument(settings.baseUrl), {
      'cache-control': 'public, max-age=300',
    }),

    route(
      contract.readMovedRecordSchema,
      { allow: anyone },
      () => (movedRecordSchema ??= serialiseOnce(contract.movedRecordSchema(settings.baseUrl))),
      { 'cache-control': 'public, max-age=300' },
    ),

    route(contract.checkVersion, { allow: anyone }, ({ body: { clientVersion } }) => {
      if (!isUnsupported(clientVersion)) return { upToDate: true as const }
      const oldest = OLDEST_OFFICIAL_CLIENT.join('.')
      const error = `This version of the SDK is not supported. Please update it to ${oldest} or newer.`
      return { upToDate: false as const, error, severe: true }
    }),

    route(
      contract.checkFeatureSupport,
      { allow: anyone },
      ({ body }) => `${body?.feature_name ?? 'This feature'} is not supported by this service.`,
    ),
  ]
}

function describeAuthentication({ project, request, user }: RequestContext<typeof contract.readRoot>): string[] {
  // The caller is authenticated, so the header holds a valid access type. It is only displayed here.
  const accessType = request.headers.get('x-stack-access-type') ?? ''
  if (project === null) return ['Authentication: None']
  return [
    `Authentication: ${accessType.slice(0, 1).toUpperCase()}${accessType.slice(1)}`,
    `  Project: ${project.id}`,
    `  User: ${user ? (user.primaryEmail ?? user.id) : 'None'}`,
  ]
}
