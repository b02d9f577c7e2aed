import * as contract from '@portico/contract'
import type { EndpointSpec } from '@portico/contract'

import { anyone, exceptAnonymous, projectServer, type Requirement } from '../../api/rules/access.ts'
import { changesCredentials, ifCredentialsChange, limitIfCredentialsChange } from '../../api/rules/credential-change.ts'
import { wholeList } from '../../api/call/list-page.ts'
import { namedUserId } from '../../api/rules/named-user.ts'
import { route, type Route } from '../../api/rules/route.ts'
import { teamPermission, type TeamCall } from '../../api/rules/team-permission.ts'
import type { Database } from '../../kernel/database.ts'
import { toCamelCaseMembers } from '@portico/contract/letter-case'
import { presentNewTeamKey, presentNewUserKey, presentTeamKey, presentUserKey } from '../../records/api-keys/present.ts'
import type { User } from '../../records/users/user.ts'
import { checkKey, type KeyChecking } from './check-key.ts'
import { createKey } from './create-key.ts'
import {
  changeKey,
  getKey,
  keysOfTeam,
  keysOfUser,
  keysOfUsers,
  listKeysOfTeam,
  listKeysOfUser,
  ownKeys,
  type KeyScope,
} from './manage-keys.ts'
import { revokeLeakedKey } from './revoke-leaked-key.ts'

interface ApiKeyDependencies extends KeyChecking {
  readonly db: Database
}

const success = { success: true } as const

const keyManager: Requirement<TeamCall> = teamPermission('$manage_api_keys', { refusedAs: 'API_KEY_NOT_FOUND' })

/** Users with their own keys, and servers. */
const keyOwner: Requirement<unknown> = { ...anyone, isForClientsOnly: true }

/**
 * Anonymous users cannot make changes that the endpoint declares as changes of credentials. Their session costs nothing
 * and may have been planted, so it must not create access that opens the account after a later upgrade.
 */
function exceptAnonymousChanges<Call extends { readonly body: unknown }>(
  requirement: Requirement<Call>,
  spec: EndpointSpec,
): Requirement<Call & { readonly user: User | null }> {
  const refusal = 'An anonymous user cannot create an API key or change its expiry. The user must sign up first.'
  return exceptAnonymous(requirement, refusal, ({ body }) => changesCredentials(spec, body))
}

const ofUsers = { feature: 'allowUserApiKeys' } as const
const ofTeams = { feature: 'allowTeamApiKeys' } as const
const named = { field: 'user_id', ifAbsent: 'me' } as const

export function apiKeyRoutes(dependencies: ApiKeyDependencies): Route[] {
  return [
    route(contract.listUserApiKeys, { ...ofUsers, allow: anyone, self: 'user_id' }, async (call) =>
      wholeList((await listKeysOfUser(call, call.query.user_id)).map(presentUserKey)),
    ),

    route(
      contract.createUserApiKey,
      {
        ...ofUsers,
        // guard: anonymous users create no API keys (keep `keyOwner`) [manage-keys]
        allow: exceptAnonymousChanges(keyOwner, contract.createUserApiKey),
        self: 'user_id',
        recentSignIn: true,
        limit: ['changeApiKey', 'changeCredentials'],
      },
      {
        client: async (call) =>
          presentNewUserKey(
            await createKey(call, { type: 'user', id: call.user.id }, toCamelCaseMembers(call.body), call.user),
          ),
        server: async (call) => {
          const owner = { type: 'user', id: namedUserId(call, call.body.user_id) } as const
          return presentNewUserKey(await createKey(call, owner, toCamelCaseMembers(call.body), null))
        },
      },
    ),

    route(
      contract.readUserApiKey,
      { ...ofUsers, allow: anyone, self: named },
      {
        client: async (call) => presentUserKey(await getKey(call, call.params.id, userKeys(call, ownKeys(call.user)))),
        server: async (call) => presentUserKey(await getKey(call, call.params.id, userKeys(call, keysOfUsers))),
      },
    ),

    route(
      contract.updateUserApiKey,
      {
        ...ofUsers,
        // guard: anonymous users change no expiry of an API key (keep `keyOwner`) [manage-keys]
        allow: exceptAnonymousChanges(keyOwner, contract.updateUserApiKey),
        self: named,
        recentSignIn: ifCredentialsChange(contract.updateUserApiKey),
        limit: ['changeApiKey', limitIfCredentialsChange(contract.updateUserApiKey)],
      },
      {
        client: async (call) => {
          const change = { id: call.params.id, isInScope: userKeys(call, ownKeys(call.user)), userId: call.user.id }
          return presentUserKey(await changeKey(call, { ...change, update: toCamelCaseMembers(call.body) }))
        },
        server: async (call) => {
          const change = { id: call.params.id, isInScope: userKeys(call, keysOfUsers), userId: null }
          return presentUserKey(await changeKey(call, { ...change, update: toCamelCaseMembers(call.body) }))
        },
      },
    ),

    route(contract.checkUserApiKey, { ...ofUsers, allow: projectServer }, async (call) =>
      presentUserKey(await checkKey(dependencies, call, 'user', call.body.api_key)),
    ),

    route(contract.listTeamApiKeys, { ...ofTeams, allow: keyManager }, async (call) =>
      wholeList((await listKeysOfTeam(call, call.query.team_id)).map(presentTeamKey)),
    ),

    route(
      contract.createTeamApiKey,
      {
        ...ofTeams,
        allow: exceptAnonymousChanges(keyManager, contract.createTeamApiKey),
        recentSignIn: true,
        limit: ['changeApiKey', 'changeCredentials'],
      },
      {
        client: async (call) => {
          const owner = { type: 'team', id: call.body.team_id } as const
          return presentNewTeamKey(await createKey(call, owner, toCamelCaseMembers(call.body), call.user))
        },
        server: async (call) => {
          const owner = { type: 'team', id: call.body.team_id } as const
          return presentNewTeamKey(await createKey(call, owner, toCamelCaseMembers(call.body), null))
        },
      },
    ),

    route(contract.readTeamApiKey, { ...ofTeams, allow: keyManager }, async (call) =>
      presentTeamKey(await getKey(call, call.params.id, keysOfTeam(call.query.team_id))),
    ),

    route(
      contract.updateTeamApiKey,
      {
        ...ofTeams,
        allow: exceptAnonymousChanges(keyManager, contract.updateTeamApiKey),
        recentSignIn: ifCredentialsChange(contract.updateTeamApiKey),
        limit: ['changeApiKey', limitIfCredentialsChange(contract.updateTeamApiKey)],
      },
      {
        client: async (call) => {
          const change = { id: call.params.id, isInScope: keysOfTeam(call.query.team_id), userId: call.user.id }
          return presentTeamKey(await changeKey(call, { ...change, update: toCamelCaseMembers(call.body) }))
        },
        server: async (call) => {
          const change = { id: call.params.id, isInScope: keysOfTeam(call.query.team_id), userId: null }
          return presentTeamKey(await changeKey(call, { ...change, update: toCamelCaseMembers(call.body) }))
        },
      },
    ),

    route(contract.checkTeamApiKey, { ...ofTeams, allow: projectServer }, async (call) =>
      presentTeamKey(await checkKey(dependencies, call, 'team', call.body.api_key)),
    ),

    route(
      contract.revokeLeakedApiKey,
      // The limit counts before the key is looked up, so the project is not known yet.
      { allow: anyone, limit: 'reportApiKey', project: () => null },
      async (call) => {
        await revokeLeakedKey(dependencies, call, call.body.api_key)
        return success
      },
    ),
  ]
}

/** The keys among which the call finds the key that it names. */
function userKeys({ namedUserId: userId }: { readonly namedUserId: string | null }, ofAll: KeyScope): KeyScope {
  return userId === null ? ofAll : keysOfUser(userId)
}
