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
import { Empty, Failed, NoMatch, Note } from '../../kit/States.tsx'
import { Table } from '../../kit/Table.tsx'
import { CutText, MiddleCut, Time } from '../../kit/Text.tsx'
import { Filters, TableFoot, Toolbar } from '../../kit/Toolbar.tsx'
import { SearchInput } from '../../kit/SearchInput.tsx'
import { useAction } from '@portico/ui/form/useAction'
import { fill } from '@portico/ui/language/fill'
import { useMedia } from '../../kit/useMedia.ts'
import { useTexts } from '../../language/useTexts.ts'
import { useFormat, type Format } from '../../language/format.ts'
import { emailsTexts, type EmailsTexts } from '../../texts/en/emails.ts'
import css from './emails.module.css'
import { EmailsHead } from './EmailsHead.tsx'
import { ExportEmails } from './ExportEmails.tsx'
import { useSentFilters } from './filters.tsx'
import { changeSearch, filterOf, type SentSearch } from './search.ts'

/** The mails of the project with their state. */
export function Sent(): ReactNode {
  const { sent: t } = useTexts(emailsTexts)
  const format = useFormat()
  const navigate = useNavigate()
  const { id: projectId } = useCurrentProject()
  const search = useSearch({ from: '/owner/projects/$projectId/emails/sent' })
  const { cursor = null, q = '' } = search
  const filter = filterOf(search)
  const way = useLocation().state.way ?? []
  const at: Keyset = { cursor, way }
  const emails = useSentEmails(filter, cursor)
  const [failed, setFailed] = useState<{ readonly recipient: string; readonly error: unknown } | null>(null)
  const failureText = useFailureText()
  const isNarrow = useMedia('(max-width: 1099px)')
  const isPhone = useMedia('(max-width: 639px)')
  const columns = useMemo(
    () => sentColumns(t, format, { projectId, isNarrow, isPhone, onRetried: setFailed }),
    [t, format, projectId, isNarrow, isPhone],
  )
  const rows = emails.data?.emails
  const nextCursor = emails.data?.nextCursor ?? null
  const hasFilter = Object.keys(filter).length > 0
  const before = previousPage(at)
  const list = { to: '/projects/$projectId/emails/sent', params: { projectId } } as const
  const show = (next: SentSearch): void => void navigate({ ...list, search: next, replace: true })
  const filters = useSentFilters(search, (changes) => show(changeSearch(search, changes)))
  const goTo = (place: Keyset): void =>
    void navigate({
      ...list,
      search: changeSearch(search, { cursor: place.cursor ?? undefined }),
      state: (state) => ({ ...state, way: [...place.way] }),
    })
  return (
    <>
      <EmailsHead />
      {rows?.length === 0 && cursor === null && !hasFilter ? (
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
          <Toolbar>
            <SearchInput label={t.search} value={q} onChange={(text) => show(changeSearch(search, { q: text }))} />
            <Filters filters={filters} />
            <span className="push" />
            <ExportEmails filter={filter} />
          </Toolbar>
          {failed && (
            <div role="alert">
              <Note tone="danger">
                {fill(t.retryFailed, { recipient: <bdi className="strong">{failed.recipient}</bdi> })}{' '}
                {failureText(failed.error)}
              </Note>
            </div>
          )}
          {emails.isError && !rows ? (
            <Failed
              title={t.loadFailed}
              error={emails.error}
              isRetrying={emails.isFetching}
              onRetry={() => void emails.refetch()}
            />
          ) : rows?.length === 0 && nextCursor === null && cursor === null ? (
            <NoMatch
              query={q}
              filters={filters.flatMap(({ name, value }) => (value === null ? [] : [`${name}: ${value}`]))}
              onClear={() => show({})}
            />
          ) : (
            <>
              {rows?.length === 0 ? (
                <p className="soft" role="status">
                  {t.noneOnPage}
                </p>
              ) : (
                <Table
                  label={t.label}
                  columns={columns}
                  rows={rows}
                  idOf={idOf}
                  nameOf={nameOf}
                  isTall={isNarrow}
                  isBusy={emails.isFetching}
                />
              )}
              {rows && isPhone && <p className={css['foot']}>{t.foot}</p>}
              {rows && (
                <TableFoot
                  text={isPhone ? t.count(rows.length) : `${t.count(rows.length)}. ${t.foot}`}
                  onPrevious={before && (() => goTo(before))}
                  onNext={nextCursor === null ? null : () => goTo(nextPage(at, nextCursor))}
                />
              )}
            </>
          )}
        </>
      )}
    </>
  )
}

type Texts = EmailsTexts['sent']

type OnRetried = (failed: { readonly recipient: string; readonly error: unknown } | null) => void

interface ColumnOptions {
  readonly projectId: string
  /** The table has no column for the subject, so that it is below the address. */
  readonly isNarrow: boolean
  /** The rows have a line for each cell. */
  readonly isPhone: boolean
  readonly onRetried: OnRetried
}

function sentColumns(
  t: Texts,
  format: Format,
  { isNarrow, isPhone, onRetried, projectId }: ColumnOptions,
): Column<SentEmail>[] {
  const subjectOf = ({ subject }: SentEmail): ReactNode =>
    subject === '' ? <span className="faint">{t.noSubject}</span> : <CutText>{subject}</CutText>
  return [
    {
      id: 'to',
      head: t.columns.to,
      onPhone: 'title',
      cell: (email) => (
        <div className={css['mail']}>
          <Recipient email={email} projectId={projectId} isNarrow={isNarrow} />
          {isNarrow && !isPhone && <div className={css['subject']}>{subjectOf(email)}</div>}
        </div>
      ),
    },
    { id: 'subject', head: t.columns.subject, isSecondary: true, onPhone: 'line', cell: subjectOf },
    {
      id: 'status',
      head: t.columns.status,
      width: '248px',
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
      width: '104px',
      align: 'end',
      onPhone: 'corner',
      cell: ({ sentAt }) => <Time at={sentAt} />,
    },
  ]
}

/** The address, which links to the user who has it. It is complete where there is room for two lines. */
function Recipient({
  email: { recipient, userId },
  isNarrow,
  projectId,
}: {
  readonly email: SentEmail
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
