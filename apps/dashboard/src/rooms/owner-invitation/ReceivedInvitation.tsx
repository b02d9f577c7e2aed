import { fill } from '@portico/ui/language/fill'
import { MailOpen, MailX } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import { useOwnerInvitation, type OwnerInvitation } from '../../data/owner-invitation.ts'
import { Empty } from '../../kit/States.tsx'
import { useFormat } from '../../language/format.ts'
import { useTexts } from '../../language/useTexts.ts'
import { LinkPage } from '../../page/LinkPage.tsx'
import { refusalOf } from '../../page/link-refusal.ts'
import { roleSentence } from '../../records/role-sentence.ts'
import { settingsTexts } from '../../texts/en/settings.ts'
import { recordsTexts } from '../../texts/en/records.ts'
import css from './owner-invitation.module.css'

/** Says who invites to which project, or why the invitation cannot be used. The choice of the visitor follows. */
export function ReceivedInvitation({
  code,
  ownerId,
  children,
}: {
  readonly code: string
  readonly ownerId: string | null
  readonly children: (invitation: OwnerInvitation, onRefused: (error: unknown) => void) => ReactNode
}): ReactNode {
  const { accept: t } = useTexts(settingsTexts)
  const invitation = useOwnerInvitation(code, ownerId)
  const [refusal, setRefusal] = useState<unknown>(null)
  const refused = code === '' ? 'incomplete' : refusalOf(refusal ?? (invitation.data ? null : invitation.error))
  return (
    <LinkPage texts={t} closed={refused && { icon: <MailX />, ...t.refused[refused] }} query={invitation}>
      {(received) => (
        <div className={css['page']}>
          <Empty isPage icon={<MailOpen />} title={t.title} text={<Said {...received} />}>
            {children(received, setRefusal)}
          </Empty>
        </div>
      )}
    </LinkPage>
  )
}

function Said({ inviterDisplayName, isTransfer, projectDisplayName, role }: OwnerInvitation): ReactNode {
  const { accept: t } = useTexts(settingsTexts)
  const { staff } = useTexts(recordsTexts)
  const format = useFormat()
  return (
    <>
      {fill(inviterDisplayName === null ? t.textWithoutInviter : t.text, {
        project: <bdi className="strong">{projectDisplayName}</bdi>,
        inviter: <bdi className="strong">{inviterDisplayName}</bdi>,
        role: <b className="strong">{staff.roles[role]}</b>,
      })}{' '}
      {roleSentence(role, '', staff, format)}
      {isTransfer && ` ${t.transfer}`}
    </>
  )
}
