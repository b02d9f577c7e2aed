import { Link, Outlet } from '@tanstack/react-router'
import { Mail } from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'

import { useReadAllMails } from '../../data/emails.ts'
import { buttonLook } from '../../kit/Button.tsx'
import { useFailureText } from '../../kit/failure.ts'
import { Empty, Note } from '../../kit/States.tsx'
import { useMedia } from '../../kit/useMedia.ts'
import { fill } from '@portico/ui/language/fill'
import { ExportButton } from '../../page/ExportButton.tsx'
import { ListPage } from '../../page/ListPage.tsx'
import { useListPage } from '../../page/useListPage.ts'
import { sentColumns, type FailedRetry } from './columns.tsx'
import { mailsCsv } from './mails-file.ts'
import { Delivery } from './Delivery.tsx'
import css from './emails.module.css'
import { EmailsHead } from './EmailsHead.tsx'
import { filterOf, sentList } from './list.ts'

/** The mails of the project with their state. */
export function Sent(): ReactNode {
  const shown = useListPage(sentList)
  const { t: texts, format, projectId } = shown.context
  const { sent: t } = texts
  const readAll = useReadAllMails()
  const failureText = useFailureText()
  const [failed, setFailed] = useState<FailedRetry>(null)
  const isNarrow = useMedia('(max-width: 1099px)')
  const isPhone = useMedia('(max-width: 639px)')
  const columns = useMemo(
    () => sentColumns(texts, format, { projectId, isNarrow, isPhone, onRetried: setFailed }),
    [texts, format, projectId, isNarrow, isPhone],
  )
  const count = t.count(shown.rows?.length ?? 0)
  return (
    <>
      <EmailsHead />
      <ListPage
        shown={shown}
        label={t.label}
        searchLabel={t.search}
        columns={columns}
        isTall={isNarrow}
        failed={t.loadFailed}
        tools={
          <ExportButton
            label={t.export}
            name={`emails-${projectId}`}
            kinds={[{ label: t.export, extension: 'csv', open: mailsCsv }]}
            readAll={(onMails, signal) => readAll(filterOf(shown.search), onMails, signal)}
            texts={t}
          />
        }
        notice={
          failed && (
            <div role="alert">
              <Note tone="danger">
                {fill(t.retryFailed, { recipient: <bdi className="strong">{failed.recipient}</bdi> })}{' '}
                {failureText(failed.error)}
              </Note>
            </div>
          )
        }
        {...(isPhone
          ? { note: <p className={css['foot']}>{t.foot}</p>, foot: count }
          : { foot: `${count}. ${t.foot}` })}
        empty={
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
        }
      >
        <Outlet />
      </ListPage>
      {shown.rows && shown.rows.length > 0 && <Delivery />}
    </>
  )
}
