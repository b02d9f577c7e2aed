import type { Format } from '@portico/ui/language/format'
import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, Clock, RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'

import { mails, type SentMail } from '../../data/emails.ts'
import { announce } from '../../kit/announce.ts'
import { State } from '../../kit/Badge.tsx'
import { LinkButton } from '../../kit/Button.tsx'
import type { Column } from '../../kit/columns.ts'
import { May } from '../../kit/May.tsx'
import { CutText, MiddleCut, Time } from '../../kit/Text.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { useAct } from '../../page/useAct.tsx'
import { emailsTexts, type EmailsTexts } from '../../texts/en/emails.ts'
import css from './emails.module.css'

/** A mail that cannot be sent again; null when another attempt begins. */
export type FailedRetry = { readonly recipient: string; readonly error: unknown } | null

type OnRetried = (failed: FailedRetry) => void

interface ColumnOptions {
  readonly projectId: string
  /** The table has no column for the subject, so that it is below the address. */
  readonly isNarrow: boolean
  /** The rows have a line for each cell. */
  readonly isPhone: boolean
  readonly onRetried: OnRetried
}

export function sentColumns(
  { sent: t }: EmailsTexts,
  format: Format,
  { isNarrow, isPhone, onRetried, projectId }: ColumnOptions,
): Column<SentMail>[] {
  const subjectOf = ({ subject }: SentMail): ReactNode =>
    subject === '' ? <span className="faint">{t.noSubject}</span> : <CutText>{subject}</CutText>
  return [
    {
      id: 'to',
      head: t.columns.to,
      onPhone: 'title',
      cell: (mail) => (
        <div className={css['mail']}>
          <Recipient mail={mail} projectId={projectId} isNarrow={isNarrow} />
          {isNarrow && !isPhone && <div className={css['subject']}>{subjectOf(mail)}</div>}
        </div>
      ),
    },
    { id: 'subject', head: t.columns.subject, isSecondary: true, onPhone: 'line', cell: subjectOf },
    {
      id: 'status',
      head: t.columns.status,
      width: '272px',
      onPhone: 'line',
      cell: (mail) => (
        <span className={css['status']}>
          <Status mail={mail} t={t} format={format} />
          {mail.isRetryable && <Retry mail={mail} onRetried={onRetried} />}
        </span>
      ),
    },
    {
      id: 'sent',
      head: t.columns.sent,
      width: '104px',
      align: 'end',
      onPhone: 'corner',
      cell: ({ sentAt }) => <Time at={sentAt} />,
    },
  ]
}

/** The address, which links to the user who has it. It is complete where there is room for two lines. */
export function Recipient({
  mail: { recipient, userId },
  isNarrow,
  projectId,
}: {
  readonly mail: SentMail
  readonly isNarrow: boolean
  readonly projectId: string
}): ReactNode {
  const address = isNarrow ? (
    <bdi className={`${css['address']} strong`}>{recipient}</bdi>
  ) : (
    <MiddleCut className="strong">{recipient}</MiddleCut>
  )
  if (userId === null) return address
  return (
    <Link
      to="/projects/$projectId/users/$userId/$tab"
      params={{ projectId, userId, tab: 'profile' }}
      className={css['recipient']}
    >
      {address}
    </Link>
  )
}

/** What became of a mail, and why it failed. */
export function Status({
  mail: { state, error, nextAttemptAt, sender },
  t,
  format,
}: {
  readonly mail: SentMail
  readonly t: EmailsTexts['sent']
  readonly format: Format
}): ReactNode {
  if (state === 'sent') {
    return (
      <State tone="ok" icon={<CircleCheck />}>
        {sender.type === 'inbox' ? t.inInbox : t.states.sent}
      </State>
    )
  }
  if (state === 'queued') return <State icon={<Clock />}>{t.states.queued}</State>
  const reason = error ? t.errors[error.errorType] : state === 'failed' ? t.states.failed : t.retrying
  return (
    <div className={css['reason']}>
      <State tone={state === 'failed' ? 'danger' : 'warn'} icon={state === 'failed' ? <CircleAlert /> : <Clock />}>
        {reason}
      </State>
      {error && (
        <p className={css['detail']}>
          <bdi>{error.message}</bdi>
        </p>
      )}
      {nextAttemptAt && <p className={css['detail']}>{t.retryingAt(format.relative(nextAttemptAt))}</p>}
    </div>
  )
}

/** Queues a failed mail again. */
export function Retry({ mail, onRetried }: { readonly mail: SentMail; readonly onRetried: OnRetried }): ReactNode {
  const { sent: t } = useTexts(emailsTexts)
  const retryMail = mails.useChange('retry')
  const { recipient } = mail
  const retry = useAct(async () => {
    onRetried(null)
    try {
      await retryMail(mail)
      announce(t.retried(recipient))
    } catch (error) {
      onRetried({ recipient, error })
    }
  })
  return (
    <May right={mails.rights.retry}>
      <span className={css['retry']}>
        <LinkButton
          aria-label={t.retryOf(recipient)}
          aria-busy={retry.isPending || undefined}
          onClick={() => retry.run()}
        >
          <RotateCcw />
          {t.retry}
        </LinkButton>
      </span>
    </May>
  )
}
