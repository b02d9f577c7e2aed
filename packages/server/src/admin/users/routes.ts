import * as contract from '@portico/contract'
import type { UserServerRead } from '@portico/contract'

import { addUser, type AddUserDependencies } from '../../accounts/add-user.ts'
import { deleteUser } from '../../accounts/delete-user.ts'
import { updateUser } from '../../accounts/update-user.ts'
import { projectServer } from '../../api/rules/access.ts'
import { presentPage } from '../../api/call/list-page.ts'
import { route, type ProjectCall, type Route } from '../../api/rules/route.ts'
import { toCamelCaseMembers } from '@portico/contract/letter-case'
import { presentToServer } from '../../records/users/present.ts'
import type { User } from '../../records/users/user.ts'
import { getUser } from './get-user.ts'
import { listUsers, type UserListing } from './list-users.ts'

interface ServerUserDependencies extends AddUserDependencies, UserListing {
  readonly settings: AddUserDependencies['settings'] & { readonly baseUrl: string }
}

export function serverUserRoutes(dependencies: ServerUserDependencies): Route[] {
  const present = ({ now }: ProjectCall, user: User): UserServerRead =>
    presentToServer(user, dependencies.settings.baseUrl, now())
  return [
    route(contract.listUsers, { allow: projectServer }, async (call) => {
      const page = await listUsers(dependencies, call, toCamelCaseMembers(call.query))
      return presentPage(page, (user) => present(call, user))
    }),

    route(contract.createUser, { allow: projectServer }, async (call) =>
      present(call, await addUser(dependencies, call, toCamelCaseMembers(call.body, 'oauth_providers', 'risk_scores'))),
    ),

    route(contract.readUser, { allow: projectServer }, async (call) =>
      present(call, await getUser(call, call.params.user_id)),
    ),

    route(contract.updateUser, { allow: projectServer }, async (call) =>
      present(
        call,
        await updateUser(dependencies, call, call.params.user_id, toCamelCaseMembers(call.body, 'risk_scores'), null),
      ),
    ),

    route(contract.deleteUser, { allow: projectServer }, async (call) => {
      await deleteUser(call, call.params.user_id)
      return { success: true as const }
    }),
  ]
}
