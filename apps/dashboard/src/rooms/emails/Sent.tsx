import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, Clock, Mail, RotateCcw } from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'

import { useRetryEmail, useSentEmails, type SentEmail } from '../../data/emails.ts'
import { useCurrentProject } from '../../data/projects.ts'
import { State } from '../../kit/Badge.tsx'
import { buttonLook, LinkButton } from '../../kit/Button.tsx'
import type { Column } from '../../kit/columns.ts'
import { announce } from '../../kit/announce.ts'
import { useFailureText } from '../../kit/failure.ts'
import { nextPage, previousPage, type Keyset } from '../../kit/keyset.ts'
import { Empty, Failed, Note } from '../../kit/States.tsx'
import { Table } from '../../kit/Table.tsx'
import { CutText, MiddleCut, Time } from '../../kit/Text.tsx'
import { TableFoot } from '../../kit/Toolbar.tsx'
import { useAction } from '../../kit/useAction.ts'
import { fill } from '../../language/fill.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormat, type Format } from '../../language/format.ts'
import type { EmailsTexts } from '../../texts/emails.en.ts'
import { emailsTexts } from '../../texts/emails.ts'
import css from './emails.module.css'
import { EmailsHead } from './EmailsHead.tsx'

/** The mails of the project with their state. */
export function Sent(): ReactNode {
  const { sent: t } = useTexts(emailsTexts)
  const format = useFormat()
  const navigate = useNavigate()
  const { id: projectId } = useCurrentProject()
  const { cursor = null } = useSearch({ from: '/owner/projects/$projectId/emails/sent' })
  const way = useLocation().state.way ?? []
  const at: Keyset = { cursor, way }
  const emails = useSentEmails(cursor)
  const [failed, setFailed] = useState<{ readonly recipient: string; readonly error: unknown } | null>(null)
  const failureText = useFailureText()
  const columns = useMemo(() => sentColumns(t, format, setFailed), [t, format])
  const rows = emails.data
  const nextCursor = rows?.nextCursor ?? null
  const before = previousPage(at)
  const goTo = (place: Keyset): void =>
    void navigate({
      to: '/projects/$projectId/emails/sent',
      params: { projectId },
      search: place.cursor === null ? {} : { cursor: place.cursor },
      state: (state) => ({ ...state, way: [...place.way] }),
    })
  return (
    <>
      <EmailsHead />
      {emails.isError && !rows ? (
        <Failed
          title={t.loadFailed}
          error={emails.error}
          isRetrying={emails.isFetching}
          onRetry={() => void emails.refetch()}
        />
      ) : rows?.length === 0 && cursor === null ? (
        <Empty
          icon={<Mail />}
          title={t.empty.title}
          text={t.empty.text}
          action={
            <Link to="/projects/$projectId/emails/server" params={{ projectId }} {...buttonLook({})}>
              {t.empty.action}
            </Link>
          }
        />
      ) : (
        <>
          {failed && (
            <div role="alert">
              <Note tone="danger">
                {fill(t.retryFailed, { recipient: <bdi className="strong">{failed.recipient}</bdi> })}{' '}
                {failureText(failed.error)}
              </Note>
            </div>
          )}
          <Table label={t.label} columns={columns} rows={rows} idOf={idOf} nameOf={nameOf} isBusy={emails.isFetching} />
          {rows && (
            <TableFoot
              text={`${t.count(rows.length)}. ${t.foot}`}
              onPrevious={before && (() => goTo(before))}
              onNext={nextCursor === null ? null : () => goTo(nextPage(at, nextCursor))}
            />
          )}
        </>
      )}
    </>
  )
}

type Texts = EmailsTexts['sent']

type OnRetried = (failed: { readonly recipient: string; readonly error: unknown } | null) => void

function sentColumns(t: Texts, format: Format, onRetried: OnRetried): Column<SentEmail>[] {
  return [
    {
      id: 'to',
      head: t.columns.to,
      width: '28%',
      onPhone: 'title',
      cell: ({ recipient }) => <MiddleCut className="strong">{recipient}</MiddleCut>,
    },
    {
      id: 'subject',
      head: t.columns.subject,
      isSecondary: true,
      cell: ({ subject }) =>
        subject === '' ? <span className="faint">{t.noSubject}</span> : <CutText>{subject}</CutText>,
    },
    {
      id: 'status',
      head: t.columns.status,
      width: '264px',
      onPhone: 'line',
      cell: (email) => (
        <span className={css['status']}>
          <Status email={email} t={t} format={format} />
          {email.isRetryable && <Retry email={email} onRetried={onRetried} />}
        </span>
      ),
    },
    {
      id: 'sent',
      head: t.columns.sent,
      width: '112px',
      align: 'end',
      onPhone: 'corner',
      cell: ({ sentAt }) => <Time at={sentAt} />,
    },
  ]
}

function Status({
  email: { state, error, nextAttemptAt },
  t,
  format,
}: {
  readonly email: SentEmail
  readonly t: Texts
  readonly format: Format
}): ReactNode {
  if (state === 'sent') {
    return (
      <State tone="ok" icon={<CircleCheck />}>
        {t.states.sent}
      </State>
    )
  }
  if (state === 'queued') return <State icon={<Clock />}>{t.states.queued}</State>
  const reason = error ? t.errors[error.errorType] : state === 'failed' ? t.states.failed : t.retrying
  return (
    <div className={css['reason']}>
      <State tone={state === 'failed' ? 'danger' : 'warn'} icon={state === 'failed' ? <CircleAlert /> : <Clock />}>
        <span className="cut">{reason}</span>
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

function Retry({ email, onRetried }: { readonly email: SentEmail; readonly onRetried: OnRetried }): ReactNode {
  const { sent: t } = useTexts(emailsTexts)
  const retryEmail = useRetryEmail()
  const { recipient } = email
  const retry = useAction(async () => {
    onRetried(null)
    try {
      await retryEmail(email)
      announce(t.retried(recipient))
    } catch (error) {
      onRetried({ recipient, error })
    }
  })
  return (
    <LinkButton
      aria-label={t.retryOf(recipient)}
      aria-busy={retry.phase === 'pending' || undefined}
      onClick={() => void retry.run()}
    >
      <RotateCcw />
      {t.retry}
    </LinkButton>
  )
}

const idOf = ({ id }: SentEmail): string => id
const nameOf = ({ recipient }: SentEmail): string => recipient
