import { fill } from '@portico/ui/language/fill'
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'

import type { MailTemplate, WrittenTemplate } from '../../data/email-templates.ts'
import { mails, type MailServerCheck } from '../../data/emails.ts'
import { useProject, useSignedInOwner } from '../../data/projects.ts'
import { announce } from '../../kit/announce.ts'
import { Button } from '../../kit/Button.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { Message } from '../../page/Message.tsx'
import { useAct } from '../../page/useAct.tsx'
import { MailServerSteps } from '../../records/MailServerSteps.tsx'
import { emailsTexts } from '../../texts/en/emails.ts'
import { kitTexts } from '../../texts/en/kit.ts'
import { templatesTexts } from '../../texts/en/templates.ts'

export interface SendToMeProps {
  readonly template: MailTemplate
  /** As it is in the editor. */
  readonly written: WrittenTemplate
  readonly onClose: () => void
}

/** Sends the mail of the editor to the owner, and shows each step of the delivery. */
export function SendToMe({ template: { locale, type }, written, onClose }: SendToMeProps): ReactNode {
  const { send: t } = useTexts(templatesTexts)
  const { test } = useTexts(emailsTexts)
  const { close, pending } = useTexts(kitTexts)
  const { primaryEmail, primaryEmailVerified } = useSignedInOwner()
  const testServer = mails.useChange('testServer')
  const [check, setCheck] = useState<MailServerCheck | null>(null)
  const send = useAct(async (recipientEmail: string) => {
    setCheck(null)
    // A document is JSON, but its type has optional members.
    const content = written.content as unknown as MailTemplate['content']
    const answer = await testServer({ recipientEmail, template: { type, locale, subject: written.subject, content } })
    setCheck(answer)
    announce(answer.errorMessage ?? test.accepted)
  })
  const isEndpoint = useProject().data?.config.emailConfig.type === 'endpoint'
  const isVerified = primaryEmail !== null && primaryEmailVerified
  return (
    <Message
      title={t.title}
      lead={isVerified ? fill(t.lead, { address: <bdi className="strong">{primaryEmail}</bdi> }) : t.unverified}
      closeLabel={close}
      isClosePlain
      onClose={onClose}
      actions={
        isVerified ? (
          <Button
            variant="primary"
            phase={send.isPending ? 'pending' : 'idle'}
            pendingLabel={pending.sending}
            onClick={() => send.run(primaryEmail)}
          >
            {check ? t.again : t.button}
          </Button>
        ) : (
          <Link to="/account">{t.account}</Link>
        )
      }
    >
      {send.failure}
      {check && <MailServerSteps steps={check.steps} isEndpoint={isEndpoint} />}
    </Message>
  )
}
