import { Download } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'

import { announce } from '../kit/announce.ts'
import { Button, IconButton, type ButtonProps } from '../kit/Button.tsx'
import type { RecordFile } from '../kit/csv.ts'
import { download } from '../kit/download.ts'
import { useKeptFocus } from '../kit/focus.ts'
import { Menu, MenuHeading, MenuItem } from '../kit/Menu.tsx'
import { useTexts } from '../language/useTexts.ts'
import { useFormat } from '../language/format.ts'
import { kitTexts } from '../texts/en/kit.ts'
import { useAct } from './useAct.tsx'

const mediaTypes = { csv: 'text/csv', json: 'application/json', jsonl: 'application/jsonl' } as const

/** A kind of file that an export can have. */
export interface ExportKind<Row> {
  /** In the menu, if there are several kinds. */
  readonly label: string
  readonly extension: keyof typeof mediaTypes
  readonly open: () => RecordFile<Row>
}

export interface ExportButtonProps<Row> {
  readonly label: string
  /** The button shows its label beside the picture. */
  readonly isLabelled?: boolean
  readonly isDisabled?: boolean
  /** Above several kinds: the number of records in words. */
  readonly heading?: string | undefined
  /** Begins the name of the file, which ends with the day in UTC. */
  readonly name: string
  readonly kinds: readonly ExportKind<Row>[]
  /** Passes all records on, page by page. */
  readonly readAll: (onRows: (rows: readonly Row[]) => void, signal: AbortSignal) => Promise<void>
  readonly texts: {
    readonly exporting: (count: string) => string
    readonly exported: (count: number, shown: string) => string
  }
}

/**
 * Saves all records of a list as a file, whatever page they are on. While the browser reads them, their number takes
 * the place of the button.
 */
export function ExportButton<Row>(props: ExportButtonProps<Row>): ReactNode {
  const { name, readAll, texts } = props
  const kit = useTexts(kitTexts)
  const format = useFormat()
  const [count, setCount] = useState(0)
  const controller = useRef<AbortController>(null)
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => () => controller.current?.abort(), [])
  const save = useAct(async ({ extension, open }: ExportKind<Row>) => {
    const { signal } = (controller.current = new AbortController())
    setCount(0)
    try {
      const file = open()
      const parts = [new Blob([file.start])]
      let total = 0
      const add = (rows: readonly Row[]): void => {
        parts.push(new Blob([file.part(rows)]))
        total += rows.length
        setCount(total)
      }
      await readAll(add, signal)
      if (signal.aborted) return
      parts.push(new Blob([file.end]))
      download(`${name}-${new Date().toISOString().slice(0, 10)}.${extension}`, parts, mediaTypes[extension])
      announce(texts.exported(total, format.number(total)))
    } catch (failure) {
      if (!signal.aborted) throw failure
    }
  })
  const { isPending } = save
  useKeptFocus(isPending, () => place.current?.querySelector('button'))
  return (
    <span ref={place} className="row">
      {isPending ? (
        <>
          <span className="soft num" role="status">
            {texts.exporting(format.number(count))}
          </span>
          <Button variant="ghost" onClick={() => controller.current?.abort()}>
            {kit.cancelExport}
          </Button>
        </>
      ) : (
        <>
          {save.failure}
          <ExportMenu {...props} onChoose={save.run} />
        </>
      )}
    </span>
  )
}

function ExportMenu<Row>({
  label,
  isLabelled = false,
  isDisabled = false,
  heading,
  kinds,
  onChoose,
}: ExportButtonProps<Row> & {
  readonly onChoose: (kind: ExportKind<Row>) => void
}): ReactNode {
  const [only, ...others] = kinds
  const renderButton = (props: ButtonProps): ReactNode =>
    isLabelled ? (
      <Button disabled={isDisabled} {...props}>
        <Download />
        {label}
      </Button>
    ) : (
      <IconButton label={label} disabled={isDisabled} {...props}>
        <Download />
      </IconButton>
    )
  if (only && others.length === 0) return renderButton({ onClick: () => onChoose(only) })
  return (
    <Menu label={label} align="end" trigger={renderButton}>
      {heading !== undefined && <MenuHeading>{heading}</MenuHeading>}
      {kinds.map((kind) => (
        <MenuItem key={kind.extension} onSelect={() => onChoose(kind)}>
          {kind.label}
        </MenuItem>
      ))}
    </Menu>
  )
}
