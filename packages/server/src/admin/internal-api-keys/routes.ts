import * as contract from '@portico/contract'

import { projectAdmin, recentProjectAdmin } from '../../api/rules/access.ts'
import { wholeList } from '../../api/call/list-page.ts'
import { route, type Route } from '../../api/rules/route.ts'
import { requireRight } from '../../api/rules/staff-right.ts'
import { presentKeySet, presentNewKeySet } from '../../records/internal-api-keys/present.ts'
import { createKeySet, getKey, listKeys, updateKey } from './internal-api-keys.ts'

export function internalApiKeyRoutes(): Route[] {
  return [
    ...[contract.listInternalApiKeys, contract.listPartnerApiKeys].map((endpoint) =>
      route(endpoint, { allow: projectAdmin }, async (call) => wholeList((await listKeys(call)).map(presentKeySet))),
    ),

    ...[contract.createInternalApiKey, contract.createPartnerApiKey].map((endpoint) =>
      route(endpoint, { allow: recentProjectAdmin, limit: 'changeCredentials' }, async (call) =>
        presentNewKeySet(
          await createKeySet(call, {
            description: call.body.description,
            expiresAt: new Date(call.body.expires_at_millis),
            hasPublishableClientKey: call.body.has_publishable_client_key,
            hasSecretServerKey: call.body.has_secret_server_key,
            hasSuperSecretAdminKey: call.body.has_super_secret_admin_key,
          }),
        ),
      ),
    ),

    ...[contract.readInternalApiKey, contract.readPartnerApiKey].map((endpoint) =>
      route(endpoint, { allow: projectAdmin }, async (call) => presentKeySet(await getKey(call, call.params.id))),
    ),

    ...[contract.updateInternalApiKey, contract.updatePartnerApiKey].map((endpoint) =>
      route(endpoint, { allow: projectAdmin, limit: 'changeCredentials' }, async (call) =>
        presentKeySet(
          await updateKey(call, call.params.id, call.body, () =>
            requireRight({ projectId: call.projectId, staffRole: call.caller.staffRole }, 'change_admin_keys'),
          ),
        ),
      ),
    ),
  ]
}
