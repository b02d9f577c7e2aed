import { useParams } from '@tanstack/react-router'
import { Check, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import { mails, repeatsMailAfter, type SentMail, type SentEmailWithContent } from '../../data/emails.ts'
import { useFailureText } from '../../kit/failure.ts'
import { PropertyRow, Rows } from '../../kit/Rows.tsx'
import { RowsSkeleton } from '../../kit/Skeleton.tsx'
import { Note } from '../../kit/States.tsx'
import { Segments } from '../../kit/Tabs.tsx'
import { useFormat } from '../../language/format.ts'
import { useTexts } from '../../language/useTexts.ts'
import { MailFrame } from '../../page/MailFrame.tsx'
import { RecordDrawer } from '../../page/RecordDrawer.tsx'
import { useListPage } from '../../page/useListPage.ts'
import { Steps } from '../../records/Steps.tsx'
import { emailsTexts } from '../../texts/en/emails.ts'
import { Recipient, Retry, Status, type FailedRetry } from './columns.tsx'
import css from './emails.module.css'
import { sentList } from './list.ts'

/** One mail with the result of its last attempt, and as it was rendered for it. */
export function SentDrawer(): ReactNode {
  const shown = useListPage(sentList)
  const { t: texts, projectId } = shown.context
  const { drawer: t, types } = texts.sent
  const { mailId } = useParams({ from: '/owner/projects/$projectId/emails/sent/$mailId' })
  const query = mails.useRead('one', [mailId], { repeatsAfter: repeatsMailAfter })
  return (
    <RecordDrawer
      shown={shown}
      query={query}
      kind={t.kind}
      missing={{ title: t.notFound, text: t.notFoundText }}
      failed={t.loadFailed}
      titleOf={({ subject, type }) => subject || (types[type as keyof typeof types] ?? type)}
      note={(mail) => <Recipient mail={mail} projectId={projectId} isNarrow />}
      skeleton={<RowsSkeleton isFlush count={5} />}
    >
      {(mail) => (
        <>
          <Details key={mail.id} mail={mail} />
          <Tries mail={mail} />
          <Content mail={mail} />
        </>
      )}
    </RecordDrawer>
  )
}

function Details({ mail }: { readonly mail: SentMail }): ReactNode {
  const { sent: t } = useTexts(emailsTexts)
  const format = useFormat()
  const failureText = useFailureText()
  const [failed, setFailed] = useState<FailedRetry>(null)
  const { attempts, queuedAt, sender, sentAt, state, type } = mail
  return (
    <>
      {failed && (
        <div role="alert">
          <Note tone="danger">{failureText(failed.error)}</Note>
        </div>
      )}
      <Rows isFlush>
        <PropertyRow
          label={t.columns.status}
          {...(mail.isRetryable && { action: <Retry mail={mail} onRetried={setFailed} /> })}
        >
          <Status mail={mail} t={t} format={format} />
        </PropertyRow>
        <PropertyRow label={t.drawer.type}>{t.types[type as keyof typeof t.types] ?? type}</PropertyRow>
        <PropertyRow label={t.drawer.queued}>{format.exact(queuedAt)}</PropertyRow>
        {state === 'sent' && <PropertyRow label={t.drawer.accepted}>{format.exact(sentAt)}</PropertyRow>}
        <PropertyRow label={t.drawer.attempts}>{format.number(attempts)}</PropertyRow>
        <PropertyRow
          label={t.drawer.through}
          {...(sender.host !== '' && {
            note: <bdi className="mono">{`${sender.host}:${sender.port}`}</bdi>,
          })}
        >
          {t.drawer.throughOf[sender.type]}
        </PropertyRow>
      </Rows>
    </>
  )
}

/** When each attempt ended, its server and why it failed. A mail that was accepted at once has nothing to add. */
function Tries({ mail: { tries } }: { readonly mail: SentEmailWithContent }): ReactNode {
  const { sent: t } = useTexts(emailsTexts)
  const format = useFormat()
  if (tries.every(({ error }) => error === null)) return null
  return (
    <section className={css['tries']} aria-label={t.drawer.tries}>
      <h3>{t.drawer.tries}</h3>
      <Steps>
        {tries.map(({ attempt, error, sender, triedAt }) => (
          <li key={attempt} value={attempt}>
            {error ? <X className="danger-text" /> : <Check className="ok-text" />}
            <div>
              <b className="strong">{error ? t.errors[error.errorType] : t.states.sent}</b>
              {error && (
                <p>
                  <bdi>{error.message}</bdi>
                </p>
              )}
              {sender && (
                <p>
                  {sender.host === '' ? (
                    t.drawer.throughOf[sender.type]
                  ) : (
                    <bdi className="mono">{`${sender.host}:${sender.port}`}</bdi>
                  )}
                </p>
              )}
              <p className="num">{format.exact(triedAt)}</p>
            </div>
          </li>
        ))}
      </Steps>
    </section>
  )
}

function Content({ mail: { attempts, content } }: { readonly mail: SentEmailWithContent }): ReactNode {
  const {
    sent: { drawer: t },
  } = useTexts(emailsTexts)
  const [part, setPart] = useState<'html' | 'text'>('html')
  return (
    <section className={css['content']} aria-label={t.content}>
      <header>
        <h3>{t.content}</h3>
        {content && (
          <Segments
            label={t.content}
            segments={(['html', 'text'] as const).map((id) => ({ id, label: t.parts[id] }))}
            current={part}
            onChange={setPart}
          />
        )}
      </header>
      {content ? (
        <>
          <p className="small soft">{t.contentNote}</p>
          <div className={css['sheet']}>
            {part === 'html' ? (
              <MailFrame html={content.html} label={t.frame} view="phone" />
            ) : (
              <pre className={css['plain']} dir="auto" tabIndex={0} role="region" aria-label={t.frame}>
                {content.text}
              </pre>
            )}
          </div>
        </>
      ) : (
        <p className="soft">{attempts === 0 ? t.notYet : t.noContent}</p>
      )}
    </section>
  )
}
