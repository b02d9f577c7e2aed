import type { UserInvitationRead } from '@portico/contract'

import { fetchPage } from '../resources/pages.ts'
import type { SendRequest } from '../transport/request.ts'
import { fetchList, type ServerList } from './read-list.ts'
import { bodyOf } from '../transport/body-of.ts'
import { present } from '../transport/present.ts'
import type { ServerUserInvitationFields } from '../transport/record-fields.ts'

/** An open invitation to sign up. */
export interface ServerUserInvitation extends ServerUserInvitationFields {
  /** Ends the invitation: the link in its mail no longer works. */
  revoke(): Promise<void>
}

/** The address of an invitation to sign up, and the page that its link opens. */
export interface UserInvitationOptions {
  /** The address to invite. */
  readonly email: string
  /** The page that the link opens, on a trusted domain. Default: `urls.userInvitation`, if it is absolute. */
  readonly callbackUrl?: string
}

/** Which sign-up invitations a list contains. */
export interface ListUserInvitationsOptions {
  /** Part of the invited address, ignoring case. */
  readonly query?: string
  /** The `nextCursor` of the previous page. */
  readonly cursor?: string
  /** Size of the page. Default: all invitations. */
  readonly limit?: number
}

/** A page of invitations. `nextCursor` is null on the last page. */
export type ServerUserInvitationList = ServerList<ServerUserInvitation>

export async function inviteUser(
  request: SendRequest<'server'>,
  options: Required<UserInvitationOptions>,
): Promise<ServerUserInvitation> {
  return createInvitation(request, await request('POST /user-invitations', { body: bodyOf(options) }))
}

export function listUserInvitations(
  request: SendRequest<'server'>,
  options: ListUserInvitationsOptions = {},
): Promise<ServerUserInvitationList> {
  return fetchList(
    options,
    (page) => fetchPage(request, 'GET /user-invitations', { ...page, query: options.query }),
    (read) => createInvitation(request, read),
  )
}

function createInvitation(request: SendRequest<'server'>, read: UserInvitationRead): ServerUserInvitation {
  return {
    ...present(read),
    revoke: async () => {
      await request('DELETE /user-invitations/{id}', { params: { id: read.id } })
    },
  }
}
