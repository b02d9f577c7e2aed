import type { ReactNode } from 'react'

import { CopyLine } from '../../kit/CopyLine.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { emailsTexts } from '../../texts/en/emails.ts'
import css from './emails.module.css'

/** The DNS record with which receivers verify the signature of mails. */
export function DkimRecord({
  selector,
  senderEmail,
  publicKey,
}: {
  readonly selector: string
  readonly senderEmail: string
  readonly publicKey: string
}): ReactNode {
  const { server: t } = useTexts(emailsTexts)
  const domain = senderEmail.trim().slice(senderEmail.trim().lastIndexOf('@') + 1)
  return (
    <div className={css['record']}>
      <p className="help">{t.dkimRecord}</p>
      <CopyLine what={t.dkimRecordName} value={`${selector.trim()}._domainkey.${domain}`} />
      <CopyLine what={t.dkimRecordValue} value={`v=DKIM1; k=rsa; p=${publicKey}`} />
    </div>
  )
}
