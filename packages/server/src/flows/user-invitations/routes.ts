import * as contract from '@portico/contract'

import { presentSignInByProof } from '../../accounts/present.ts'
import { anyone, projectAdmin, projectServer } from '../../api/rules/access.ts'
import { presentWholeOrPage } from '../../api/call/list-page.ts'
import { route, type Route } from '../../api/rules/route.ts'
import { presentUserInvitation } from '../../records/user-invitations/present.ts'
import { acceptInvitation, openInvitation, type AcceptingDependencies } from './accept-invitation.ts'
import { listInvitations, revokeInvitation } from './manage-invitations.ts'
import { inviteUser, type InvitingDependencies } from './send-invitation.ts'

const success = { success: true } as const

export function userInvitationRoutes(dependencies: InvitingDependencies & AcceptingDependencies): Route[] {
  return [
    route(
      contract.inviteUser,
      { allow: projectServer, limit: 'inviteUser', account: ({ body }) => body.email },
      async (call) => {
        const { email, callback_url: callbackUrl } = call.body
        return presentUserInvitation(
          await inviteUser(dependencies, call, { email, callbackUrl, mayHaveAccount: false }),
        )
      },
    ),

    route(contract.listUserInvitations, { allow: projectServer }, async (call) =>
      presentWholeOrPage(await listInvitations(call, call.query), presentUserInvitation),
    ),

    route(contract.revokeUserInvitation, { allow: projectServer }, async (call) => {
      await revokeInvitation(call, call.params.id)
      return success
    }),

    route(contract.checkUserInvitationCode, { allow: anyone, limit: 'useCode' }, async (call) => {
      const { invitation } = await openInvitation(dependencies, call, call.body.code)
      return { is_code_valid: true as const, recipient_email: invitation.recipientEmail }
    }),

    route(contract.acceptUserInvitation, { allow: anyone, limit: 'useCode' }, async (call) =>
      presentSignInByProof(await acceptInvitation(dependencies, call, call.body.code)),
    ),

    route(
      contract.sendSignInInvitation,
      { allow: projectAdmin, limit: 'inviteUser', account: ({ body }) => body.email },
      async (call) => {
        const { email, callback_url: callbackUrl } = call.body
        await inviteUser(dependencies, call, { email, callbackUrl, mayHaveAccount: true })
        return success
      },
    ),
  ]
}
