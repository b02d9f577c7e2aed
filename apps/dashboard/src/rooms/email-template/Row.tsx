import type { Block } from '@portico/protocols/mail-document/block-types'
import { ArrowDown, ArrowUp, Copy, GripVertical, Trash2 } from 'lucide-react'
import { memo, useRef, useState, type DragEvent, type KeyboardEvent, type ReactNode } from 'react'

import type { Problem } from '../../data/template-problems.ts'
import { IconButton } from '../../kit/Button.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { ActMenu } from '../../page/ActMenu.tsx'
import { templatesTexts } from '../../texts/en/templates.ts'
import { hasChildren, type OutlineRow, type Place } from './document.ts'
import css from './editor.module.css'
import { ProblemList, ProblemMark } from './Problems.tsx'

/** What a person does with the rows. */
export interface RowHandlers {
  readonly select: (id: string) => void
  readonly move: (row: OutlineRow, step: 1 | -1) => void
  /** Null: the drag has ended. */
  readonly drag: (id: string | null) => void
  /** Puts the dragged block into a place. */
  readonly drop: (place: Place) => void
  readonly duplicate: (row: OutlineRow) => void
  readonly remove: (row: OutlineRow, name: string) => void
}

export interface RowProps {
  readonly id: string
  readonly block: Block
  /** Absent for the root, which stays where it is. */
  readonly row?: OutlineRow
  /** The number of its column, in a block with columns. */
  readonly column: number | null
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly problems: readonly Problem[]
  readonly isOpen: boolean
  readonly isReadOnly: boolean
  readonly dragged: string | null
  /** The same object for each drawing. */
  readonly handlers: RowHandlers
  /** The form of the block, while it is selected. */
  readonly form: ReactNode
}

/** A block in the outline. A key press draws only the rows that it changes, because a mail can have 300. */
export const Row = memo(DrawnRow, (before, after) =>
  (Object.keys(after) as (keyof RowProps)[]).every((name) =>
    name === 'row' || name === 'problems'
      ? JSON.stringify(before[name]) === JSON.stringify(after[name])
      : before[name] === after[name],
  ),
)

function DrawnRow(props: RowProps): ReactNode {
  const { block, column, form, handlers, id, isOpen, isReadOnly, problems, row } = props
  const t = useTexts(templatesTexts)
  const words = wordsOf(block)
  const name = words === '' ? t.blocks[block.type] : `${t.blocks[block.type]}: ${words}`
  const drag = useDrag(props)
  return (
    <li
      {...drag}
      data-block={id}
      data-open={isOpen || undefined}
      style={row && row.depth > 0 ? { paddingInlineStart: row.depth * 20 } : undefined}
    >
      <div className={css['row']}>
        {!isReadOnly && (row ? <Grip row={row} name={name} handlers={handlers} /> : <span className={css['grip']} />)}
        <button type="button" className={css['select']} aria-expanded={isOpen} onClick={() => handlers.select(id)}>
          <span className={css['kind']}>{t.blocks[block.type]}</span>
          {column !== null && <span className="faint">{t.outline.column(column)}</span>}
          <bdi className="cut soft">{words}</bdi>
          <ProblemMark problems={problems} />
        </button>
        {row && !isReadOnly && <RowActs {...props} row={row} name={name} />}
      </div>
      <ProblemList problems={problems} />
      {form}
    </li>
  )
}

interface NamedRow {
  readonly row: OutlineRow
  readonly name: string
}

/** Moves a block by the arrow keys. */
function Grip({ handlers, name, row }: NamedRow & Pick<RowProps, 'handlers'>): ReactNode {
  const { outline: t } = useTexts(templatesTexts)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    handlers.move(row, event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <span className={css['grip']}>
      <IconButton size="small" label={t.move(name)} title={t.moveHelp} onKeyDown={onKeyDown}>
        <GripVertical />
      </IconButton>
    </span>
  )
}

function RowActs({ handlers, isFirst, isLast, name, row }: RowProps & NamedRow): ReactNode {
  const { outline: t } = useTexts(templatesTexts)
  return (
    <ActMenu
      label={t.more(name)}
      isSmall
      acts={[
        ...(isFirst ? [] : [{ label: t.up, icon: <ArrowUp />, onSelect: () => handlers.move(row, -1) }]),
        ...(isLast ? [] : [{ label: t.down, icon: <ArrowDown />, onSelect: () => handlers.move(row, 1) }]),
        { label: t.duplicate, icon: <Copy />, onSelect: () => handlers.duplicate(row) },
        { label: t.remove, icon: <Trash2 />, isDanger: true, onSelect: () => handlers.remove(row, name) },
      ]}
    />
  )
}

/** The attributes of a row that is dragged and takes others. The upper half is the place before it. */
function useDrag({ block, dragged, handlers, id, isReadOnly, row }: RowProps): object {
  const [side, setSide] = useState<'before' | 'after' | null>(null)
  const grip = useRef(false)
  if (isReadOnly || !row) return {}
  const place = (): Place => {
    if (side === 'before') return row.place
    return hasChildren(block.type) ? { parent: id, column: 0, index: 0 } : { ...row.place, index: row.place.index + 1 }
  }
  return {
    draggable: true,
    'data-drop': dragged === null || dragged === id ? undefined : (side ?? undefined),
    'data-dragged': dragged === id || undefined,
    // Text in a form can be selected with the pointer.
    onPointerDown: ({ target }: { target: EventTarget }) => {
      grip.current = target instanceof Element && target.closest('fieldset') === null
    },
    onDragStart: (event: DragEvent) => (grip.current ? handlers.drag(id) : event.preventDefault()),
    onDragEnd: () => handlers.drag(null),
    onDragOver: (event: DragEvent<HTMLElement>) => {
      if (dragged === null) return
      event.preventDefault()
      const { height, top } = event.currentTarget.getBoundingClientRect()
      setSide(event.clientY < top + height / 2 ? 'before' : 'after')
    },
    onDragLeave: () => setSide(null),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      if (dragged !== id) handlers.drop(place())
      setSide(null)
    },
  }
}

/** The first words of a block. */
function wordsOf({ data, type }: Block): string {
  if (type === 'Heading' || type === 'Text' || type === 'Button') return data.props?.text ?? ''
  return type === 'Image' ? (data.props?.alt ?? '') : ''
}
