import { userInvitations, type UserInvitation } from '../../data/user-invitations.ts'
import { DATE_WIDTH } from '../../kit/columns.ts'
import { MiddleCut, Time } from '../../kit/Text.tsx'
import type { List } from '../../page/useListPage.ts'
import { userInvitationsTexts, type UserInvitationsTexts } from '../../texts/en/user-invitations.ts'
import { invitationsAddress, type InvitationsSearch } from './address.ts'

export const invitationList: List<UserInvitation, InvitationsSearch, UserInvitationsTexts> = {
  id: 'user-invitations',
  path: '/projects/$projectId/users/invitations',
  address: invitationsAddress,
  texts: userInvitationsTexts,
  usePage: ({ q = '', cursor }) => userInvitations.useRead('page', [q, cursor], { meanwhile: 'previous' }),
  nameOf: ({ recipientEmail }) => recipientEmail,
  columns: ({ t }) => [
    {
      id: 'email',
      head: t.columns.email,
      onPhone: 'title',
      cell: ({ recipientEmail }) => <MiddleCut className="strong">{recipientEmail}</MiddleCut>,
    },
    {
      id: 'sent',
      head: t.columns.sent,
      width: DATE_WIDTH,
      onPhone: 'line',
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
    {
      id: 'expires',
      head: t.columns.expires,
      width: DATE_WIDTH,
      onPhone: 'corner',
      cell: ({ expiresAt }) => <Time at={expiresAt} isDate />,
    },
  ],
}
