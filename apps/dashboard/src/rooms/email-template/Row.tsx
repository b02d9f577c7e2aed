import type { BlockType, EmailDocument } from '@portico/protocols/email-document/block-types'
import { ArrowDown, ArrowUp, Copy, GripVertical, Trash2 } from 'lucide-react'
import { useRef, useState, type DragEvent, type KeyboardEvent, type ReactNode } from 'react'

import type { Problem } from '../../data/template-problems.ts'
import { IconButton } from '../../kit/Button.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { ActMenu } from '../../page/ActMenu.tsx'
import { templatesTexts } from '../../texts/en/templates.ts'
import { blockOf, duplicateBlock, hasChildren, placeBeside, type OutlineRow, type Place } from './document.ts'
import css from './editor.module.css'
import { ProblemList, ProblemMark } from './Problems.tsx'

export interface OutlineProps {
  readonly document: EmailDocument
  readonly problems: readonly Problem[]
  /** The block whose form is shown. */
  readonly selected: string | null
  readonly onSelect: (id: string | null) => void
  readonly isReadOnly: boolean
  /** The name of the placeholder for the address of a new button. */
  readonly link: string
  readonly onChange: (document: EmailDocument) => void
  /** Beside the heading. */
  readonly actions: ReactNode
  /** The form of the selected block, in its row. Absent: it is elsewhere. */
  readonly form?: ReactNode
}

export interface RowProps extends OutlineProps {
  readonly id: string
  readonly type: BlockType
  /** Absent for the root, which stays where it is. */
  readonly row?: OutlineRow
  readonly rows?: readonly OutlineRow[]
  readonly dragged?: string | null
  readonly onDrag?: (id: string | null) => void
  readonly onMove?: (row: OutlineRow, place: Place | null) => void
  readonly onRemove?: (row: OutlineRow, name: string) => void
}

/** A block in the outline, with its form while it is selected. */
export function Row(props: RowProps): ReactNode {
  const { form, id, isReadOnly, onSelect, row, selected, type } = props
  const t = useTexts(templatesTexts)
  const words = row ? wordsOf(row) : ''
  const name = words === '' ? t.blocks[type] : `${t.blocks[type]}: ${words}`
  const column =
    row && blockOf(props.document, row.place.parent)?.type === 'ColumnsContainer' ? row.place.column + 1 : null
  const problems = props.problems.filter(({ block }) => block === id)
  const isOpen = selected === id
  const drag = useDrag(props)
  return (
    <li
      {...drag}
      data-block={id}
      data-open={isOpen || undefined}
      data-root={row === undefined || undefined}
      style={row && row.depth > 0 ? { paddingInlineStart: row.depth * 20 } : undefined}
    >
      <div className={css['row']}>
        {!isReadOnly && (row ? <Grip {...props} row={row} name={name} /> : <span className={css['grip']} />)}
        <button
          type="button"
          className={css['select']}
          aria-expanded={isOpen}
          onClick={() => onSelect(isOpen && form !== undefined ? null : id)}
        >
          <span className={css['kind']}>{t.blocks[type]}</span>
          {column !== null && <span className="faint">{t.outline.column(column)}</span>}
          <bdi className="cut soft">{words}</bdi>
          <ProblemMark problems={problems} />
        </button>
        {row && !isReadOnly && <RowActs {...props} row={row} name={name} />}
      </div>
      <ProblemList problems={problems} />
      {isOpen && form}
    </li>
  )
}

/** Moves a block by the arrow keys. */
function Grip({
  document,
  name,
  onMove,
  row,
}: RowProps & { readonly row: OutlineRow; readonly name: string }): ReactNode {
  const { outline: t } = useTexts(templatesTexts)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    onMove?.(row, placeBeside(document, row, event.key === 'ArrowUp' ? -1 : 1))
  }
  return (
    <span className={css['grip']} title={t.moveHelp}>
      <IconButton size="small" label={t.move(name)} title={t.moveHelp} onKeyDown={onKeyDown}>
        <GripVertical />
      </IconButton>
    </span>
  )
}

function RowActs({
  document,
  name,
  onChange,
  onMove,
  onRemove,
  onSelect,
  row,
}: RowProps & { readonly row: OutlineRow; readonly name: string }): ReactNode {
  const { outline: t } = useTexts(templatesTexts)
  const [up, down] = [placeBeside(document, row, -1), placeBeside(document, row, 1)]
  return (
    <ActMenu
      label={t.more(name)}
      isSmall
      acts={[
        ...(up ? [{ label: t.up, icon: <ArrowUp />, onSelect: () => onMove?.(row, up) }] : []),
        ...(down ? [{ label: t.down, icon: <ArrowDown />, onSelect: () => onMove?.(row, down) }] : []),
        {
          label: t.duplicate,
          icon: <Copy />,
          onSelect: () => {
            const copied = duplicateBlock(document, row)
            onChange(copied.document)
            onSelect(copied.id)
          },
        },
        {
          label: t.remove,
          icon: <Trash2 />,
          isDanger: true,
          onSelect: () => onRemove?.(row, name),
        },
      ]}
    />
  )
}

/** The attributes of a row that is dragged and takes others. The upper half is the place before it. */
function useDrag({ dragged, id, isReadOnly, onDrag, onMove, row, rows }: RowProps): object {
  const [side, setSide] = useState<'before' | 'after' | null>(null)
  const grip = useRef(false)
  if (isReadOnly || !row) return {}
  const place = (): Place => {
    if (side === 'before') return row.place
    return hasChildren(row.block.type)
      ? { parent: id, column: 0, index: 0 }
      : { ...row.place, index: row.place.index + 1 }
  }
  return {
    draggable: true,
    'data-drop': dragged === null || dragged === id ? undefined : (side ?? undefined),
    'data-dragged': dragged === id || undefined,
    // Text in a form can be selected with the pointer.
    onPointerDown: ({ target }: { target: EventTarget }) => {
      grip.current = target instanceof Element && target.closest('fieldset') === null
    },
    onDragStart: (event: DragEvent) => (grip.current ? onDrag?.(id) : event.preventDefault()),
    onDragEnd: () => onDrag?.(null),
    onDragOver: (event: DragEvent<HTMLElement>) => {
      if (dragged === null || dragged === undefined) return
      event.preventDefault()
      const { height, top } = event.currentTarget.getBoundingClientRect()
      setSide(event.clientY < top + height / 2 ? 'before' : 'after')
    },
    onDragLeave: () => setSide(null),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      const moved = rows?.find((one) => one.id === dragged)
      if (moved && moved.id !== id) onMove?.(moved, place())
      setSide(null)
      onDrag?.(null)
    },
  }
}

/** The first words of a block. */
function wordsOf({ block: { data, type } }: OutlineRow): string {
  if (type === 'Heading' || type === 'Text' || type === 'Button') return data.props?.text ?? ''
  return type === 'Image' ? (data.props?.alt ?? '') : ''
}
