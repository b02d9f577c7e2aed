import { Plus } from 'lucide-react'
import type { MailDocument } from '@portico/protocols/mail-document/block-types'
import { useEffect, useRef, useState, type ReactNode } from 'react'

import type { Problem } from '../../data/template-problems.ts'
import { announce } from '../../kit/announce.ts'
import { useKeptFocus } from '../../kit/focus.ts'
import { useTexts } from '../../language/useTexts.ts'
import { ActMenu } from '../../page/ActMenu.tsx'
import { templatesTexts } from '../../texts/en/templates.ts'
import {
  blockOf,
  duplicateBlock,
  hasChildren,
  insertBlock,
  moveBlock,
  outlineOf,
  placeBeside,
  removeBlock,
  ROOT,
  type OutlineRow,
  type Place,
} from './document.ts'
import css from './editor.module.css'
import { addedTypes, newBlock } from './new-block.ts'
import { Row, type RowHandlers } from './Row.tsx'

export interface OutlineProps {
  readonly document: MailDocument
  readonly problems: readonly Problem[]
  /** The block whose form is shown. */
  readonly selected: string | null
  readonly onSelect: (id: string | null) => void
  readonly isReadOnly: boolean
  /** The name of the placeholder for a new button's address. */
  readonly link: string
  readonly onChange: (document: MailDocument) => void
  /** Beside the heading. */
  readonly actions: ReactNode
  /** The form of the selected block, in its row. Absent: it is elsewhere. */
  readonly form?: ReactNode
}

/** The blocks of a mail in their order. They are moved by the arrow keys and by dragging. */
export function Outline(props: OutlineProps): ReactNode {
  const { document, form, isReadOnly, problems, selected } = props
  const t = useTexts(templatesTexts)
  const rows = outlineOf(document)
  const root = blockOf(document, ROOT)
  const list = useRef<HTMLUListElement>(null)
  const { add, dragged, focused, handlers } = useChanges(props, rows)
  useKeptFocus(document, () =>
    list.current?.querySelector<HTMLElement>(`[data-block="${CSS.escape(focused.current)}"] button`),
  )
  const shared = (id: string) => ({
    id,
    problems: problems.filter(({ block }) => block === id),
    isOpen: selected === id,
    form: selected === id && form,
    isReadOnly,
    dragged,
    handlers,
  })
  return (
    <>
      <div className={css['outline-head']}>
        <h2>{t.content}</h2>
        {props.actions}
        {!isReadOnly && root && (
          <ActMenu
            label={t.outline.add}
            icon={<Plus />}
            isLabelled
            acts={addedTypes.map((type) => ({ label: t.blocks[type], onSelect: () => add(type) }))}
          />
        )}
      </div>
      <ul ref={list} className={css['outline']} aria-label={t.outline.label}>
        {root && <Row {...shared(ROOT)} block={root} column={null} isFirst isLast />}
        {rows.map((row, index) => (
          <Row
            // A block can be a child of several others.
            key={rows.findIndex(({ id }) => id === row.id) === index ? row.id : `${row.id} ${index}`}
            {...shared(row.id)}
            block={row.block}
            row={row}
            column={blockOf(document, row.place.parent)?.type === 'ColumnsContainer' ? row.place.column + 1 : null}
            isFirst={index === 0}
            isLast={row.depth === 0 && rows.slice(index + 1).every(({ depth }) => depth > 0)}
          />
        ))}
      </ul>
      {rows.length === 0 && root && <p className="help">{t.outline.empty}</p>}
    </>
  )
}

/** The changes of the outline, and the block that has the focus next, if a change has taken it. */
function useChanges({ document, form, link, onChange, onSelect, selected }: OutlineProps, rows: readonly OutlineRow[]) {
  const t = useTexts(templatesTexts)
  const [dragged, setDragged] = useState<string | null>(null)
  const focused = useRef<string>(ROOT)
  const moveTo = (row: OutlineRow | undefined, place: Place | null): void => {
    if (!row || !place) return
    const next = moveBlock(document, row, place)
    focused.current = row.id
    onChange(next)
    const moved = outlineOf(next)
    announce(t.outline.moved(moved.findIndex(({ id }) => id === row.id) + 1, moved.length))
  }
  const addTo = (added: ReturnType<typeof insertBlock>): void => {
    onChange(added.document)
    onSelect(added.id)
  }
  const handlers: RowHandlers = {
    select: (id) => onSelect(selected === id && form !== undefined ? null : id),
    move: (row, step) => moveTo(row, placeBeside(document, row, step)),
    drag: setDragged,
    drop: (place) => {
      moveTo(
        rows.find(({ id }) => id === dragged),
        place,
      )
      setDragged(null)
    },
    duplicate: (row) => addTo(duplicateBlock(document, row)),
    remove: (row, name) => {
      const next = removeBlock(document, row)
      focused.current = outlineOf(next)[rows.findIndex(({ id }) => id === row.id)]?.id ?? ROOT
      onChange(next)
      onSelect(null)
      announce(t.outline.removed(name))
    },
  }
  return {
    dragged,
    focused,
    handlers: useSameHandlers(handlers),
    add: (type: (typeof addedTypes)[number]) =>
      addTo(insertBlock(document, newBlock(type, document, link, t.newTexts), placeFor(rows, selected))),
  }
}

/** Returns stable handlers that call the latest ones. */
function useSameHandlers(handlers: RowHandlers): RowHandlers {
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })
  const [same] = useState<RowHandlers>(() => ({
    select: (id) => latest.current.select(id),
    move: (row, step) => latest.current.move(row, step),
    drag: (id) => latest.current.drag(id),
    drop: (place) => latest.current.drop(place),
    duplicate: (row) => latest.current.duplicate(row),
    remove: (row, name) => latest.current.remove(row, name),
  }))
  return same
}

/** A new block comes into the selected group, or after the selected block, or to the end. */
function placeFor(rows: readonly OutlineRow[], selected: string | null): Place {
  const row = rows.find(({ id }) => id === selected)
  if (row && hasChildren(row.block.type)) return { parent: row.id, column: 0, index: 0 }
  if (row) return { ...row.place, index: row.place.index + 1 }
  return { parent: ROOT, column: 0, index: rows.filter(({ depth }) => depth === 0).length }
}
