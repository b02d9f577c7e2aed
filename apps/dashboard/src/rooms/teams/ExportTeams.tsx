import { Download } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'

import { useCurrentProject } from '../../data/projects.ts'
import { useReadAllTeams, type TeamsPageOptions } from '../../data/teams.ts'
import { announce } from '../../kit/announce.ts'
import { Button, IconButton } from '../../kit/Button.tsx'
import { download } from '../../kit/download.ts'
import { useFailureText } from '../../kit/failure.ts'
import { Menu, MenuItem } from '../../kit/Menu.tsx'
import { showToast } from '../../kit/toast.ts'
import { useTexts } from '../../language/define-texts.ts'
import { useFormat } from '../../language/format.ts'
import { teamsTexts } from '../../texts/teams.ts'
import { csvOf, jsonOf } from './teams-file.ts'

/** Saves the teams that fit search and filters as a file. The browser reads them page by page. */
export function ExportTeams({
  options,
  columns,
}: {
  readonly options: TeamsPageOptions
  /** The visible columns in their order. */
  readonly columns: readonly string[]
}): ReactNode {
  const t = useTexts(teamsTexts)
  const format = useFormat()
  const failureText = useFailureText()
  const { id: projectId } = useCurrentProject()
  const readAll = useReadAllTeams()
  const [count, setCount] = useState<number | null>(null)
  const controller = useRef<AbortController>(null)
  useEffect(() => () => controller.current?.abort(), [])

  async function save(kind: 'csv' | 'json'): Promise<void> {
    const { signal } = (controller.current = new AbortController())
    setCount(0)
    try {
      const teams = await readAll(options, setCount, signal)
      if (signal.aborted) return
      const parts = kind === 'csv' ? csvOf(teams, columns) : [jsonOf(teams)]
      download(`teams-${projectId}.${kind}`, parts, kind === 'csv' ? 'text/csv' : 'application/json')
      announce(t.exported(teams.length, format.number(teams.length)))
    } catch (error) {
      if (!signal.aborted) showToast({ text: failureText(error) })
    } finally {
      setCount(null)
    }
  }

  if (count !== null) {
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
  return (
    <Menu
      label={t.export}
      align="end"
      trigger={({ ref, ...trigger }) => (
        <IconButton label={t.export} {...trigger} ref={ref}>
          <Download />
        </IconButton>
      )}
    >
      <MenuItem onSelect={() => void save('csv')}>{t.exportCsv}</MenuItem>
      <MenuItem onSelect={() => void save('json')}>{t.exportJson}</MenuItem>
    </Menu>
  )
}
