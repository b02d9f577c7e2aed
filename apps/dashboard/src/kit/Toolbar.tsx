import { ArrowDownUp, Columns3, GripVertical, ListFilter, Plus, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import { useTexts } from '../language/useTexts.ts'
import { kitTexts } from '../texts/en/kit.ts'
import { Button, IconButton, LinkButton } from './Button.tsx'
import { moveColumn, toggleColumn, type Column, type ColumnChoice } from './columns.ts'
import { Checkbox } from './Field.tsx'
import { useKeptFocus } from './focus.ts'
import { Menu, MenuItem } from './Menu.tsx'
import { Popover } from './Popover.tsx'
import { useShortcut } from './shortcuts.ts'
import type { Sorting } from './Table.tsx'
import './table.css'

/** Search, filters and list actions above a table. */
export function Toolbar({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className="table-tools">{children}</div>
}

export interface SelectionBarProps {
  /** "3 selected" or the number of all. */
  readonly count: string
  /** Offers all records that fit, if the selection covers only a page: "Select all 18,204". */
  readonly all?: { readonly count: string; readonly isSelected?: boolean; readonly onSelect: () => void } | undefined
  readonly onClear: () => void
  readonly children: ReactNode
}

/** Takes the place of the toolbar while rows are selected, so that nothing below it moves. */
export function SelectionBar({ count, all, onClear, children }: SelectionBarProps): ReactNode {
  const t = useTexts(kitTexts)
  // Esc closes a drawer before it clears the selection, even if the drawer was opened first.
  useShortcut('Escape', onClear, { isLast: true })
  return (
    <div className="table-tools" role="toolbar" aria-label={t.selected(count)}>
      <span className="selected-count" role="status">
        {t.selected(count)}
      </span>
      {all && (
        // Its place stays, so that no act slides under the pointer.
        <LinkButton data-placeholder={all.isSelected || undefined} disabled={all.isSelected} onClick={all.onSelect}>
          {t.selectAll(all.count)}
        </LinkButton>
      )}
      <div className="selection-acts">{children}</div>
      <span className="push" />
      <Button variant="ghost" onClick={onClear} shortcut="Esc">
        {t.clear}
      </Button>
    </div>
  )
}

/** A filter of a list. Its value is in the URL. */
export interface Filter {
  readonly id: string
  readonly name: string
  /** The current choice in words; null: the filter is not set. */
  readonly value: string | null
  /** The form or list of choices. `close` is for choices that are complete with one click. */
  readonly choices: (close: () => void) => ReactNode
  readonly onClear: () => void
}

/** The set filters as chips, and "+ Filter" for the others. `F` opens it. */
export function Filters({ filters }: { readonly filters: readonly Filter[] }): ReactNode {
  const t = useTexts(kitTexts)
  const [added, setAdded] = useState<string | null>(null)
  const unset = filters.filter(({ id, value }) => value === null && id !== added)
  const shown = filters.filter(({ id, value }) => value !== null || id === added)
  useKeptFocus(shown.length, () => document.querySelector<HTMLElement>('.chip[data-add] > button'))
  return (
    <>
      {shown.length > 0 && (
        <div className="chips">
          {shown.map((filter) => (
            <FilterChip
              key={filter.id}
              filter={filter}
              isNew={filter.id === added && filter.value === null}
              onRemove={() => {
                setAdded(null)
                filter.onClear()
              }}
            />
          ))}
        </div>
      )}
      {unset.length > 0 && <AddFilter filters={unset} onAdd={setAdded} label={t.filter} />}
    </>
  )
}

function AddFilter({
  filters,
  onAdd,
  label,
}: {
  readonly filters: readonly Filter[]
  readonly onAdd: (id: string) => void
  readonly label: string
}): ReactNode {
  const t = useTexts(kitTexts)
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  useShortcut('f', () => button?.click())
  return (
    <Menu
      label={t.addFilter}
      trigger={({ ref, ...trigger }) => (
        <span className="chip" data-add="">
          <button
            type="button"
            aria-keyshortcuts="F"
            {...trigger}
            ref={(element) => {
              ref(element)
              setButton(element)
            }}
          >
            <Plus className="wide-only" />
            <ListFilter className="narrow-only" />
            {label}
          </button>
        </span>
      )}
    >
      {filters.map(({ id, name }) => (
        <MenuItem key={id} onSelect={() => onAdd(id)}>
          {name}
        </MenuItem>
      ))}
    </Menu>
  )
}

function FilterChip({
  filter,
  isNew,
  onRemove,
}: {
  readonly filter: Filter
  readonly isNew: boolean
  readonly onRemove: () => void
}): ReactNode {
  const t = useTexts(kitTexts)
  return (
    <span className="chip">
      <Popover
        label={filter.name}
        trigger={({ ref, ...trigger }) => (
          <button
            type="button"
            {...trigger}
            ref={(element) => {
              ref(element)
              // A filter that was just added opens its choices.
              if (element && isNew && element.dataset['opened'] === undefined) {
                element.dataset['opened'] = ''
                element.click()
              }
            }}
          >
            <span className="soft">{filter.name}</span>
            {filter.value !== null && <bdi className="strong">{filter.value}</bdi>}
          </button>
        )}
      >
        {filter.choices}
      </Popover>
      <button type="button" aria-label={t.removeFilter(filter.name)} onClick={onRemove}>
        <X />
      </button>
    </span>
  )
}

export interface SortMenuProps<Row> {
  readonly columns: readonly Column<Row>[]
  readonly sorting: Sorting
  readonly onSort: (sorting: Sorting) => void
}

/** The order of the rows on a phone, where a table has no head. */
export function SortMenu<Row>({ columns, sorting, onSort }: SortMenuProps<Row>): ReactNode {
  const t = useTexts(kitTexts)
  const orders = columns
    .filter(({ isSortable }) => isSortable)
    .flatMap(({ id, head }) => [
      { column: id, isDescending: true, text: t.newestFirst(head) },
      { column: id, isDescending: false, text: t.oldestFirst(head) },
    ])
  return (
    <span className="narrow-only">
      <Menu
        label={t.sort}
        align="end"
        trigger={({ ref, ...trigger }) => (
          <IconButton label={t.sort} {...trigger} ref={ref}>
            <ArrowDownUp />
          </IconButton>
        )}
      >
        {orders.map(({ text, ...order }) => (
          <MenuItem
            key={text}
            isChecked={order.column === sorting.column && order.isDescending === sorting.isDescending}
            onSelect={() => onSort(order)}
          >
            {text}
          </MenuItem>
        ))}
      </Menu>
    </span>
  )
}

export interface ColumnMenuProps<Row> {
  readonly columns: readonly Column<Row>[]
  readonly choice: ColumnChoice
  readonly onChange: (choice: ColumnChoice | null) => void
}

/** Shows, hides and moves columns: by dragging, or with Alt and the arrow keys. */
export function ColumnMenu<Row>({ columns, choice, onChange }: ColumnMenuProps<Row>): ReactNode {
  const t = useTexts(kitTexts)
  const [dragged, setDragged] = useState<string | null>(null)
  const names = new Map(columns.map(({ id, head }) => [id, head]))
  return (
    <Popover
      label={t.columns}
      align="end"
      trigger={({ ref, ...trigger }) => (
        <span className="wide-only">
          <IconButton label={t.columns} {...trigger} ref={ref}>
            <Columns3 />
          </IconButton>
        </span>
      )}
    >
      {() => (
        <>
          <ul className="column-list">
            {choice.order.map((id, index) => (
              <li
                key={id}
                draggable
                data-dragged={dragged === id || undefined}
                onDragStart={() => setDragged(id)}
                onDragEnd={() => setDragged(null)}
                onDragOver={(event) => {
                  event.preventDefault()
                  if (dragged !== null && dragged !== id) onChange(moveColumn(choice, dragged, index))
                }}
                onKeyDown={(event) => {
                  if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
                  event.preventDefault()
                  onChange(moveColumn(choice, id, index + (event.key === 'ArrowUp' ? -1 : 1)))
                }}
              >
                <label>
                  <Checkbox
                    checked={!choice.hidden.has(id)}
                    aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
                    onChange={() => onChange(toggleColumn(choice, id))}
                  />
                  {names.get(id)}
                </label>
                <GripVertical aria-hidden="true" />
              </li>
            ))}
          </ul>
          <hr className="menu-separator" />
          <LinkButton onClick={() => onChange(null)}>{t.resetColumns}</LinkButton>
        </>
      )}
    </Popover>
  )
}

export interface TableFootProps {
  /** "50 of 18,204 users" */
  readonly text: string
  readonly onPrevious?: (() => void) | null
  readonly onNext?: (() => void) | null
}

/** Count and keyset paging, at the lower edge of the window. */
export function TableFoot({ text, onPrevious = null, onNext = null }: TableFootProps): ReactNode {
  const t = useTexts(kitTexts)
  const hasPages = onPrevious !== null || onNext !== null
  return (
    <div className="table-foot">
      <span role="status" dir="auto">
        {text}
      </span>
      {hasPages && (
        <span className="row">
          <Button size="small" disabled={onPrevious === null} onClick={() => onPrevious?.()}>
            {t.previous}
          </Button>
          <Button size="small" disabled={onNext === null} onClick={() => onNext?.()}>
            {t.next}
          </Button>
        </span>
      )}
    </div>
  )
}
