import type { ProjectApp } from './projects.ts'
import * as endpointRights from './endpoint-rights.ts'
import { change, pageFrom, resource, type PageOf } from './resource.ts'

export type UserInvitation = Awaited<ReturnType<ProjectApp['listUserInvitations']>>[number]
type NewInvitation = Required<Parameters<ProjectApp['inviteUser']>[0]>

const PAGE = 50

/** The open invitations to sign up at the project of the URL, newest first. */
export const userInvitations = resource('user-invitations', {
  reads: {
    page: ({ app }, query: string, cursor: string | undefined): Promise<PageOf<UserInvitation>> =>
      pageFrom(
        (from) => app.listUserInvitations({ query, limit: PAGE, ...(from !== undefined && { cursor: from }) }),
        cursor,
      ),
  },
  changes: {
    /** Replaces the open invitation to the same address. */
    invite: change(endpointRights.inviteUser, ({ app }, invitation: NewInvitation) => app.inviteUser(invitation)),
    revoke: change(endpointRights.revokeUserInvitation, (_project, invitation: UserInvitation) => invitation.revoke()),
  },
})
