import { fill } from '@portico/ui/language/fill'
import { Link } from '@tanstack/react-router'
import { MailOpen, MailX } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import { useOwnerInvitation, type OwnerInvitation } from '../../data/owner-invitation.ts'
import { buttonLook } from '../../kit/Button.tsx'
import { Bone, Empty } from '../../kit/States.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { Loaded } from '../../page/Loaded.tsx'
import { settingsTexts } from '../../texts/en/settings.ts'
import css from './owner-invitation.module.css'
import { refusalOf } from './refusal.ts'

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
  if (refused !== null) {
    return (
      <Empty
        isPage
        icon={<MailX />}
        title={t.refused[refused].title}
        text={t.refused[refused].text}
        action={
          <Link to="/projects" {...buttonLook({})}>
            {t.toProjects}
          </Link>
        }
      />
    )
  }
  return (
    <>
      {!invitation.data && <h1 className="sr">{t.title}</h1>}
      <Loaded
        query={invitation}
        failed={t.loadFailed}
        skeleton={
          <div className={css['loading']}>
            <Bone width="56%" />
            <Bone width="80%" />
          </div>
        }
      >
        {(received) => (
          <div className={css['page']}>
            <Empty isPage icon={<MailOpen />} title={t.title} text={<Said {...received} />}>
              {children(received, setRefusal)}
            </Empty>
          </div>
        )}
      </Loaded>
    </>
  )
}

function Said({ inviterDisplayName, isTransfer, projectDisplayName }: OwnerInvitation): ReactNode {
  const { accept: t } = useTexts(settingsTexts)
  return (
    <>
      {fill(inviterDisplayName === null ? t.textWithoutInviter : t.text, {
        project: <bdi className="strong">{projectDisplayName}</bdi>,
        inviter: <bdi className="strong">{inviterDisplayName}</bdi>,
      })}{' '}
      {t.rights}
      {isTransfer && ` ${t.transfer}`}
    </>
  )
}
