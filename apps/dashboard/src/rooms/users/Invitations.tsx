import { fill } from '@portico/ui/language/fill'
import { Ban, Mail, MailPlus } from 'lucide-react'
import { lazy, type ReactNode } from 'react'

import { userInvitations, type UserInvitation } from '../../data/user-invitations.ts'
import { Button } from '../../kit/Button.tsx'
import { May, useMay } from '../../kit/May.tsx'
import { Empty } from '../../kit/States.tsx'
import { useTexts } from '../../language/useTexts.ts'
import type { Act } from '../../page/acts.ts'
import { ConfirmAction } from '../../page/ConfirmAction.tsx'
import { ListPage } from '../../page/ListPage.tsx'
import { useListPage } from '../../page/useListPage.ts'
import { shellTexts } from '../../texts/en/shell.ts'
import { invitationList } from './invitation-list.tsx'

const InviteUser = lazy(async () => ({ default: (await import('./InviteUser.tsx')).InviteUser }))

/** The open invitations to sign up at the project. */
export function Invitations(): ReactNode {
  const shown = useListPage(invitationList)
  const { context, rows = [], search, show } = shown
  const { format, projectId, t } = context
  const { items } = useTexts(shellTexts)
  const may = useMay()
  const { rights } = userInvitations
  const revoke = userInvitations.useChange('revoke')
  const invite = (): void => show({ invite: true })
  const close = (): void => show({ invite: undefined, again: undefined, revoke: undefined })
  const again = rows.find(({ id }) => id === search.again)
  const revoked = rows.find(({ id }) => id === search.revoke)
  const actsOf = ({ id }: UserInvitation): Act[] => [
    { label: t.again, icon: <Mail />, onSelect: () => show({ again: id }) },
    { label: t.revoke, icon: <Ban />, isDanger: true, onSelect: () => show({ revoke: id }) },
  ]
  return (
    <ListPage
      shown={shown}
      head={{
        title: t.title,
        lead: t.lead,
        crumbs: [{ label: items.users, to: `/projects/${projectId}/users` }],
        primary: may(rights.invite) ? { label: t.invite, onClick: invite } : undefined,
      }}
      label={t.title}
      searchLabel={t.search}
      failed={t.loadFailed}
      foot={t.count(rows.length, format.number(rows.length))}
      empty={
        <Empty
          icon={<MailPlus />}
          title={t.empty.title}
          text={t.empty.text}
          action={
            <May right={rights.invite}>
              <Button onClick={invite}>{t.invite}</Button>
            </May>
          }
        />
      }
      {...(may(rights.revoke) && { acts: actsOf })}
    >
      {(search.invite || again) && may(rights.invite) && <InviteUser email={again?.recipientEmail} onClose={close} />}
      {revoked && may(rights.revoke) && (
        <ConfirmAction
          title={t.revoke}
          consequence={fill(t.revokeText, { email: <bdi className="strong">{revoked.recipientEmail}</bdi> })}
          pending="revoking"
          run={() => revoke(revoked)}
          onClose={close}
        />
      )}
    </ListPage>
  )
}
