import { Download } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'

import { useReadAllEmails, type EmailFilter, type SentEmail } from '../../data/emails.ts'
import { useCurrentProject } from '../../data/projects.ts'
import { announce } from '../../kit/announce.ts'
import { Button, IconButton } from '../../kit/Button.tsx'
import { download } from '../../kit/download.ts'
import { useFailureText } from '../../kit/failure.ts'
import { showToast } from '../../kit/toast.ts'
import { useTexts } from '../../language/useTexts.ts'
import { useFormat } from '../../language/format.ts'
import { emailsTexts } from '../../texts/en/emails.ts'
import { emailCsvLine, emailsCsvHead } from './emails-file.ts'

/** Saves the emails that fit search and filters as CSV. The browser reads them page by page. */
export function ExportEmails({ filter }: { readonly filter: EmailFilter }): ReactNode {
  const { sent: t } = useTexts(emailsTexts)
  const format = useFormat()
  const failureText = useFailureText()
  const { id: projectId } = useCurrentProject()
  const readAll = useReadAllEmails()
  const [count, setCount] = useState<number | null>(null)
  const controller = useRef<AbortController>(null)
  useEffect(() => () => controller.current?.abort(), [])

  async function save(): Promise<void> {
    const { signal } = (controller.current = new AbortController())
    setCount(0)
    try {
      const parts = [new Blob([emailsCsvHead])]
      let total = 0
      const add = (emails: readonly SentEmail[]): void => {
        parts.push(new Blob(emails.map(emailCsvLine)))
        total += emails.length
        setCount(total)
      }
      await readAll(filter, add, signal)
      if (signal.aborted) return
      download(`emails-${projectId}.csv`, parts, 'text/csv')
      announce(t.exported(total, format.number(total)))
    } catch (error) {
      if (!signal.aborted) showToast({ text: failureText(error) })
    } finally {
      setCount(null)
    }
  }

  if (count === null) {
    return (
      <IconButton label={t.export} onClick={() => void save()}>
        <Download />
      </IconButton>
    )
  }
  return (
    <>
      <span className="soft" role="status">
        {t.exporting(format.number(count))}
      </span>
      <Button variant="ghost" onClick={() => controller.current?.abort()}>
        {t.cancelExport}
      </Button>
    </>
  )
}
