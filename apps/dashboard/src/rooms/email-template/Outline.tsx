import { Plus } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'

import { announce } from '../../kit/announce.ts'
import { useKeptFocus } from '../../kit/focus.ts'
import { useTexts } from '../../language/useTexts.ts'
import { ActMenu } from '../../page/ActMenu.tsx'
import { templatesTexts } from '../../texts/en/templates.ts'
import {
  blockOf,
  hasChildren,
  insertBlock,
  moveBlock,
  outlineOf,
  removeBlock,
  ROOT,
  type OutlineRow,
  type Place,
} from './document.ts'
import css from './editor.module.css'
import { Row, type OutlineProps } from './Row.tsx'
import { addedTypes, newBlock } from './new-block.ts'

/** The blocks of a mail in their order. They are moved by the arrow keys and by dragging. */
export function Outline(props: OutlineProps): ReactNode {
  const { document, isReadOnly, link, onChange, onSelect, selected } = props
  const t = useTexts(templatesTexts)
  const rows = outlineOf(document)
  const root = blockOf(document, ROOT)
  const [dragged, setDragged] = useState<string | null>(null)
  const list = useRef<HTMLUListElement>(null)
  /** The block that has the focus next, if a change has taken it. */
  const focused = useRef<string>(ROOT)
  useKeptFocus(document, () =>
    list.current?.querySelector<HTMLElement>(`[data-block="${CSS.escape(focused.current)}"] button`),
  )
  const moveTo = (row: OutlineRow, place: Place | null): void => {
    if (!place) return
    const next = moveBlock(document, row, place)
    focused.current = row.id
    onChange(next)
    const moved = outlineOf(next)
    announce(t.outline.moved(moved.findIndex(({ id }) => id === row.id) + 1, moved.length))
  }
  const remove = (row: OutlineRow, name: string): void => {
    const next = removeBlock(document, row)
    focused.current = outlineOf(next)[rows.indexOf(row)]?.id ?? ROOT
    onChange(next)
    onSelect(null)
    announce(t.outline.removed(name))
  }
  const add = (type: (typeof addedTypes)[number]): void => {
    const added = insertBlock(document, newBlock(type, document, link, t.newTexts), placeFor(rows, selected))
    onChange(added.document)
    onSelect(added.id)
  }
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
        {root && <Row {...props} id={ROOT} type={root.type} />}
        {rows.map((row, index) => (
          <Row
            // A block can be a child of several others.
            key={rows.findIndex(({ id }) => id === row.id) === index ? row.id : `${row.id} ${index}`}
            {...props}
            id={row.id}
            type={row.block.type}
            row={row}
            rows={rows}
            dragged={dragged}
            onDrag={setDragged}
            onMove={moveTo}
            onRemove={remove}
          />
        ))}
      </ul>
      {rows.length === 0 && root && <p className="help">{t.outline.empty}</p>}
    </>
  )
}

/** A new block comes into the selected group, or after the selected block, or to the end. */
function placeFor(rows: readonly OutlineRow[], selected: string | null): Place {
  const row = rows.find(({ id }) => id === selected)
  if (row && hasChildren(row.block.type)) return { parent: row.id, column: 0, index: 0 }
  if (row) return { ...row.place, index: row.place.index + 1 }
  return { parent: ROOT, column: 0, index: rows.filter(({ depth }) => depth === 0).length }
}
