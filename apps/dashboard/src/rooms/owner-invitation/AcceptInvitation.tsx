import { useNavigate, useSearch } from '@tanstack/react-router'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MailOpen } from 'lucide-react'
import type { ReactNode } from 'react'

import { useSignedInOwner } from '../../data/projects.ts'
import { Button } from '../../kit/Button.tsx'
import { useFailureText } from '../../kit/failure.ts'
import { FieldError } from '../../kit/Field.tsx'
import { Bone, Empty, Failed, Note } from '../../kit/States.tsx'
import { useAction } from '../../kit/useAction.ts'
import { fill } from '../../language/fill.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { shellTexts } from '../../texts/shell.ts'
import { settingsTexts } from '../../texts/settings.ts'

/** The page of the link in an invitation to own a project. */
export function AcceptInvitation(): ReactNode {
  const { accept: t } = useTexts(settingsTexts)
  const { product } = useTexts(shellTexts)
  const failureText = useFailureText()
  const owner = useSignedInOwner()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { code } = useSearch({ from: '/owner/solo/owner-invitation' })
  const invitation = useQuery({
    queryKey: ['owner', 'invitation', code],
    queryFn: () => owner.getOwnerInvitation(code),
    enabled: code !== '',
  })
  const accept = useAction(async () => {
    const { projectId } = await owner.acceptOwnerInvitation(code)
    await client.invalidateQueries({ queryKey: ['owner', 'projects'] })
    await navigate({ to: '/projects/$projectId', params: { projectId } })
  })
  const { data } = invitation
  const title = <title>{`${t.title} · ${product}`}</title>
  if (code === '') {
    return (
      <>
        {title}
        <Empty isPage icon={<MailOpen />} title={t.failed} text={t.noCode} />
      </>
    )
  }
  if (!data) {
    return (
      <>
        {title}
        {invitation.isError ? (
          <Failed title={t.failed} error={invitation.error} onRetry={() => void invitation.refetch()} />
        ) : (
          <Bone width="40%" />
        )}
      </>
    )
  }
  const parts = {
    project: <bdi className="strong">{data.projectDisplayName}</bdi>,
    inviter: <bdi className="strong">{data.inviterDisplayName}</bdi>,
  }
  return (
    <>
      {title}
      <Empty
        isPage
        icon={<MailOpen />}
        title={t.title}
        text={
          <>
            {fill(data.inviterDisplayName === null ? t.textWithoutInviter : t.text, parts)}
            {data.isTransfer && ` ${t.transfer}`}
          </>
        }
        action={
          data.isRecipient ? (
            <Button variant="primary" phase={accept.phase} pendingLabel={t.accepting} onClick={() => void accept.run()}>
              {t.accept}
            </Button>
          ) : (
            <Note tone="warn">
              {fill(t.wrongAccount, { email: <bdi className="strong">{data.recipientEmail}</bdi> })}
            </Note>
          )
        }
      >
        {accept.failure !== null && <FieldError>{failureText(accept.failure)}</FieldError>}
      </Empty>
    </>
  )
}
