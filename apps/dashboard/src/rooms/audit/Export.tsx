import { Download } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'

import { useExportAuditEvents } from '../../data/audit.ts'
import { useCurrentProject } from '../../data/projects.ts'
import { announce } from '../../kit/announce.ts'
import { Button } from '../../kit/Button.tsx'
import { download } from '../../kit/download.ts'
import { useFailureText } from '../../kit/failure.ts'
import { FieldError } from '../../kit/Field.tsx'
import { Menu, MenuItem } from '../../kit/Menu.tsx'
import { useAction } from '@portico/ui/form/useAction'
import { useTexts } from '../../language/useTexts.ts'
import { useFormat } from '../../language/format.ts'
import { auditTexts } from '../../texts/en/audit.ts'
import css from './audit.module.css'
import { eventsCsvHead, eventCsvLine } from './csv.ts'
import { filterOf, type AuditSearch } from './search.ts'

type FileType = 'jsonl' | 'csv'

/** Saves all events that fit the filters, on whatever page they are. */
export function Export({
  search,
  isDisabled,
}: {
  readonly search: AuditSearch
  readonly isDisabled: boolean
}): ReactNode {
  const t = useTexts(auditTexts)
  const format = useFormat()
  const failureText = useFailureText()
  const readEvents = useExportAuditEvents()
  const { id } = useCurrentProject()
  const [count, setCount] = useState(0)
  const controller = useRef<AbortController>(null)
  useEffect(() => () => controller.current?.abort(), [])
  const save = useAction(async (type: FileType) => {
    const current = new AbortController()
    controller.current = current
    setCount(0)
    const parts: Blob[] = type === 'csv' ? [new Blob([eventsCsvHead])] : []
    let total = 0
    const add = (lines: readonly string[]): void => {
      parts.push(new Blob(type === 'csv' ? lines.map(eventCsvLine) : [...lines]))
      total += lines.length
      setCount(total)
    }
    await readEvents(filterOf(search), add, current.signal)
    if (current.signal.aborted) return
    const name = `audit-${id}-${new Date().toISOString().slice(0, 10)}.${type}`
    download(name, parts, type === 'csv' ? 'text/csv' : 'application/jsonl')
    announce(t.exported(total, format.number(total)))
  })
  return (
    <>
      {save.failure !== null && <FieldError>{failureText(save.failure)}</FieldError>}
      {save.phase === 'pending' && (
        <>
          <span className={`${css['progress']} soft`} role="status">
            {t.exporting(format.number(count))}
          </span>
          <Button variant="ghost" onClick={() => controller.current?.abort()}>
            {t.cancelExport}
          </Button>
        </>
      )}
      <Menu
        label={t.export}
        align="end"
        trigger={({ ref, ...trigger }) => (
          <Button
            phase={save.phase === 'pending' ? 'pending' : 'idle'}
            pendingLabel={t.export}
            disabled={isDisabled}
            {...trigger}
            ref={ref}
          >
            <Download />
            {t.export}
          </Button>
        )}
      >
        <MenuItem onSelect={() => void save.run('jsonl')}>{t.exportJson}</MenuItem>
        <MenuItem onSelect={() => void save.run('csv')}>{t.exportCsv}</MenuItem>
      </Menu>
    </>
  )
}
