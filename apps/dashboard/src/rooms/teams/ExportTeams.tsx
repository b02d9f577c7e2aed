import { Download } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'

import { useCurrentProject } from '../../data/projects.ts'
import { useReadAllTeams, type ListedTeam, type TeamsWanted } from '../../data/teams.ts'
import { announce } from '../../kit/announce.ts'
import { Button } from '../../kit/Button.tsx'
import { download } from '../../kit/download.ts'
import { useFailureText } from '../../kit/failure.ts'
import { showToast } from '../../kit/toast.ts'
import { useTexts } from '../../language/useTexts.ts'
import { useFormat } from '../../language/format.ts'
import { ActMenu } from '../../page/ActMenu.tsx'
import { teamsTexts } from '../../texts/en/teams.ts'
import { csvFile, jsonFile } from './teams-file.ts'

/** Saves the teams that fit search and filters as a file. The browser reads them page by page. */
export function ExportTeams({
  wanted,
  total,
  columns,
}: {
  readonly wanted: TeamsWanted
  /** How many teams fit. Undefined: not known yet. */
  readonly total: string | undefined
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
      const file = kind === 'csv' ? csvFile(columns) : jsonFile()
      const parts = [new Blob([file.start])]
      let total = 0
      const add = (teams: readonly ListedTeam[]): void => {
        parts.push(new Blob([file.part(teams)]))
        total += teams.length
        setCount(total)
      }
      await readAll(wanted, add, signal)
      if (signal.aborted) return
      parts.push(new Blob([file.end]))
      download(`teams-${projectId}.${kind}`, parts, kind === 'csv' ? 'text/csv' : 'application/json')
      announce(t.exported(total, format.number(total)))
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
    <ActMenu
      label={t.export}
      icon={<Download />}
      heading={total === undefined ? undefined : t.exportCount(total)}
      acts={[
        { label: t.exportCsv, onSelect: () => void save('csv') },
        { label: t.exportJson, onSelect: () => void save('json') },
      ]}
    />
  )
}
