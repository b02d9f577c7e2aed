import * as contract from '@portico/contract'

import { route, type Route } from '../../api/route.ts'
import { createKeySet, getKey, listKeys, updateKey } from './internal-api-keys.ts'

export const internalApiKeyRoutes: Route[] = [
  route(contract.listInternalApiKeys, async ({ db }) => ({ items: await listKeys(db), is_paginated: false as const })),

  route(contract.createInternalApiKey, ({ body, caller, db, origin, ports }) =>
    createKeySet(
      ports,
      db,
      {
        description: body.description,
        expiresAt: new Date(body.expires_at_millis),
        hasPublishableClientKey: body.has_publishable_client_key,
        hasSecretServerKey: body.has_secret_server_key,
        hasSuperSecretAdminKey: body.has_super_secret_admin_key,
      },
      { origin, actorId: caller.ownerId },
    ),
  ),

  route(contract.readInternalApiKey, ({ db, params }) => getKey(db, params.id)),

  route(contract.updateInternalApiKey, ({ body, caller, db, origin, params, ports }) =>
    updateKey(ports, db, params.id, body, { origin, actorId: caller.ownerId }),
  ),
]
