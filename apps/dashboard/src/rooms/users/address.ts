import { oauthProviderIds, type UserFilterOptions } from '@portico/client/admin'

import { address, day, oneOf, present, someOf, text, yesOrNo, type SearchOf } from '../../page/address.ts'

export const statuses = ['active', 'waiting', 'suspended', 'anonymous'] as const

export type SignInMethod = NonNullable<UserFilterOptions['signInMethods']>[number]

/** The sign-in methods that users can be filtered by. */
export const signInMethods: readonly SignInMethod[] = ['password', 'otp', 'passkey', ...oauthProviderIds]

export const usersAddress = address({
  filters: {
    q: text,
    status: oneOf(statuses),
    verified: yesOrNo,
    factor: yesOrNo,
    methods: someOf(signInMethods),
    /** The id of a team. */
    team: text,
    /** The first and the last day of the sign-up. */
    from: day,
    until: day,
    activeFrom: day,
    activeUntil: day,
  },
  view: {
    /** Absent: by sign-up. */
    sort: oneOf(['lastActive']),
    /** Oldest first. */
    asc: present,
  },
  dialogs: {
    create: present,
    /** The act on the user of the drawer. */
    act: oneOf(['refuse', 'suspend', 'endSessions', 'impersonate', 'delete']),
    /** The id of a bulk act. */
    job: text,
  },
})

/** The open invitations to sign up. An invitation is named by its id. */
export const invitationsAddress = address({
  filters: { q: text },
  dialogs: { invite: present, again: text, revoke: text },
})

export type InvitationsSearch = SearchOf<typeof invitationsAddress>
export type UsersSearch = SearchOf<typeof usersAddress>
export type UserAct = NonNullable<UsersSearch['act']>
