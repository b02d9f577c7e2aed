import type { TextsOf } from '@portico/ui/language/catalogue'
import { pluralsOf } from '@portico/ui/language/plural'

import { defineTexts } from '../define-texts.ts'

const plural = pluralsOf('en')

export const userInvitationsTexts = defineTexts('user-invitations', {
  title: 'Invitations',
  lead: 'People whom you invite can sign up, even while sign-up is closed or a rule refuses them.',
  invite: 'Invite',
  search: 'Email',
  loadFailed: 'The invitations cannot be loaded',
  columns: { email: 'Email', sent: 'Sent', expires: 'Expires' },
  count: (count: number, shown: string) =>
    plural(count, { one: '1 open invitation', other: `${shown} open invitations` }),
  empty: {
    title: 'No open invitations',
    text: 'An invitation is an email with a link that works once. It signs the person up with the invited address.',
  },
  dialog: {
    title: 'Invite to sign up',
    lead: 'We send an email with a link that signs the person up. The invitation replaces an open one to the same address.',
    send: 'Send invitation',
    page: 'Invitation page',
    pageHelp: 'The page of your app that accepts invitations. Its domain must be trusted.',
  },
  sentTo: (email: string) => `Invitation sent to ${email}`,
  again: 'Send again',
  revoke: 'Revoke invitation',
  revokeText: 'The link in the email to {email} stops working.',
})

export type UserInvitationsTexts = TextsOf<typeof userInvitationsTexts>
