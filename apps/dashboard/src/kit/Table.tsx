import { ArrowDown, ArrowUp } from 'lucide-react'
import {
  Fragment,
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from 'react'

import { useTexts } from '../language/useTexts.ts'
import { kitTexts } from '../texts/en/kit.ts'
import { defaultChoice, type Column, type ColumnChoice } from './columns.ts'
import { Checkbox } from './Field.tsx'
import { isSelected, pageState, toggle, togglePage, toggleRange, type Selection } from './selection.ts'
import { useShortcut } from './shortcuts.ts'
import { Bone } from './States.tsx'
import './table.css'

export interface Sorting {
  readonly column: string
  readonly isDescending: boolean
}

export interface TableProps<Row> {
  /** What the rows are: "Users". */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  /** Undefined while the first page loads: skeleton rows. */
  readonly rows: readonly Row[] | undefined
  readonly idOf: (row: Row) => string
  /** The name of a row, for screen readers. */
  readonly nameOf: (row: Row) => string
  /** 56 px for rows of two lines. */
  readonly isTall?: boolean
  /** The first column has pictures, so the second line of a phone is indented. */
  readonly hasPictures?: boolean
  /** Opens a row: click, Enter. The first cell should be a link to the same place. */
  readonly onOpen?: ((row: Row) => void) | undefined
  /** The record that the drawer shows. */
  readonly openId?: string | undefined
  readonly sorting?: Sorting
  readonly onSort?: (sorting: Sorting) => void
  readonly selection?: Selection
  readonly onSelect?: (selection: Selection) => void
  /** A menu at the end of the row. `.` opens it: its trigger is the last button of the row. */
  readonly menu?: (row: Row) => ReactNode
  readonly choice?: ColumnChoice | undefined
  /** A refetch: the old rows stay. */
  readonly isBusy?: boolean
  /**
   * The heading that a row belongs to, such as its day. A row with another heading than the row before it starts a
   * group.
   */
  readonly groupOf?: ((row: Row) => string) | undefined
}

const SKELETON_ROWS = 8

/** A table of records. Rows are one tab stop with arrow keys; the controls of a row follow with Tab. */
export function Table<Row extends object>(props: TableProps<Row>): ReactNode {
  const { label, rows, idOf, selection, menu, openId } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const [current, setCurrent] = useState<string | null>(null)
  const [openedId, setOpenedId] = useState(openId)
  if (openedId !== openId) {
    setOpenedId(openId)
    // When the drawer closes, its row has the focus, also after the record was changed in the drawer.
    if (openId !== undefined) setCurrent(openId)
  }
  useEffect(() => {
    if (openId === undefined) return
    // The list follows the drawer, which changes the record.
    body.current?.querySelector('[data-open]')?.scrollIntoView({ block: 'nearest' })
  }, [openId])
  const columns = useShownColumns(props)
  const ids = useMemo(() => (rows ?? []).map(idOf), [rows, idOf])
  const tabStop = current !== null && ids.includes(current) ? current : ids[0]
  const keys = useRowKeys(props, { body, ids, tabStop })
  return (
    <table
      className="table"
      aria-label={label}
      aria-busy={rows === undefined || props.isBusy || undefined}
      data-tall={props.isTall || undefined}
      data-pictures={props.hasPictures || undefined}
    >
      <colgroup>
        {selection && <col className="select-cell" />}
        {columns.map(({ id, width, isSecondary }) => (
          <col
            key={id}
            data-secondary={isSecondary || undefined}
            style={width === undefined ? undefined : { inlineSize: width }}
          />
        ))}
        {menu && <col className="menu-cell" />}
      </colgroup>
      <TableHead props={props} columns={columns} ids={ids} />
      <tbody ref={body}>
        {rows === undefined && <SkeletonRows props={props} columns={columns} />}
        {rows?.map((row, place) => {
          const id = idOf(row)
          const group = groupAt(props, place)
          return (
            <Fragment key={id}>
              {group !== undefined && (
                <GroupRow props={props} columns={columns}>
                  {group}
                </GroupRow>
              )}
              <RecordRow
                props={props}
                columns={columns}
                row={row}
                id={id}
                isTabStop={id === tabStop}
                onFocus={() => setCurrent(id)}
                keys={keys}
              />
            </Fragment>
          )
        })}
      </tbody>
    </table>
  )
}

/** The visible columns in their order. The first one stays where it is. */
function useShownColumns<Row>({ columns, choice }: TableProps<Row>): readonly Column<Row>[] {
  return useMemo(() => {
    const { order, hidden } = choice ?? defaultChoice(columns as readonly Column<never>[])
    const [first] = columns
    const others = order
      .filter((id) => !hidden.has(id))
      .flatMap((id) => columns.find((column) => column.id === id) ?? [])
    return first ? [first, ...others] : []
  }, [columns, choice])
}

interface RowKeys<Row> {
  readonly select: (id: string, isRange: boolean) => void
  readonly onKeyDown: (event: KeyboardEvent<HTMLTableRowElement>, row: Row) => void
}

/** The keys of the rows: arrows, J and K move, X selects, Enter opens, and `.` opens the menu. */
function useRowKeys<Row>(
  { selection, onSelect, onOpen, menu }: TableProps<Row>,
  {
    body,
    ids,
    tabStop,
  }: {
    readonly body: RefObject<HTMLTableSectionElement | null>
    readonly ids: readonly string[]
    readonly tabStop: string | undefined
  },
): RowKeys<Row> {
  function select(id: string, isRange: boolean): void {
    if (selection) onSelect?.((isRange ? toggleRange : toggle)(selection, id, ids))
  }
  function focusRow(step: number): void {
    const focused = document.activeElement?.closest('tr')
    const rowElements = recordRows(body.current)
    const at = focused ? rowElements.indexOf(focused) : -1
    const target = at === -1 ? rowElements[ids.indexOf(tabStop ?? '')] : rowElements[at + step]
    target?.focus()
    target?.scrollIntoView({ block: 'nearest' })
  }
  function selectFocused(isRange: boolean): void {
    const row = document.activeElement?.closest('tr')
    const id = ids[recordRows(body.current).findIndex((element) => element === row)]
    if (id !== undefined) select(id, isRange)
  }
  useShortcut(ids.length > 0 ? 'j' : null, () => focusRow(1))
  useShortcut(ids.length > 0 ? 'k' : null, () => focusRow(-1))
  useShortcut(selection ? 'x' : null, () => selectFocused(false))
  useShortcut(selection ? 'shift+x' : null, () => selectFocused(true))
  useShortcut(menu ? '.' : null, () => {
    const row = document.activeElement?.closest('tr')
    if (row && body.current?.contains(row)) row.querySelector<HTMLElement>('.menu-cell button')?.click()
  })
  return {
    select,
    onKeyDown: (event, row) => {
      if (event.target !== event.currentTarget) return
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') focusRow(event.key === 'ArrowDown' ? 1 : -1)
      else if (event.key === 'Enter') onOpen?.(row)
      else return
      event.preventDefault()
    },
  }
}

interface PartProps<Row> {
  /** Those of the table. */
  readonly props: TableProps<Row>
  readonly columns: readonly Column<Row>[]
}

function TableHead<Row>({
  props: { selection, onSelect, sorting, onSort, menu },
  columns,
  ids,
}: PartProps<Row> & { readonly ids: readonly string[] }): ReactNode {
  const t = useTexts(kitTexts)
  return (
    <thead>
      <tr>
        {selection && (
          <th scope="col" className="select-cell">
            <Checkbox
              aria-label={t.selectPage}
              checked={pageState(selection, ids)}
              disabled={ids.length === 0}
              onChange={() => onSelect?.(togglePage(selection, ids))}
            />
          </th>
        )}
        {columns.map((column) => (
          <Head key={column.id} column={column} sorting={sorting} onSort={onSort} />
        ))}
        {menu && (
          <th scope="col" className="menu-cell">
            <span className="sr">{t.menu}</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

function SkeletonRows<Row>({ props, columns }: PartProps<Row>): ReactNode {
  const { groupOf, hasPictures, selection, menu } = props
  return (
    <>
      {groupOf && (
        <GroupRow props={props} columns={columns} isHidden>
          <Bone width="96px" />
        </GroupRow>
      )}
      {Array.from({ length: SKELETON_ROWS }, (_, index) => (
        <tr key={index} aria-hidden="true">
          {selection && <td className="select-cell" />}
          {columns.map((column, place) => (
            <td key={column.id} {...cellLook(column)}>
              {place === 0 && hasPictures ? (
                <span className="who">
                  <Bone isRound />
                  <Bone width={`${40 + ((index * 17) % 35)}%`} />
                </span>
              ) : (
                <Bone width={`${place === 0 ? 40 + ((index * 17) % 35) : 50}%`} />
              )}
            </td>
          ))}
          {menu && <td className="menu-cell" />}
        </tr>
      ))}
    </>
  )
}

/** The heading that a row begins; undefined if the row before has the same. */
function groupAt<Row>({ rows, groupOf }: TableProps<Row>, place: number): string | undefined {
  const [row, before] = [rows?.[place], rows?.[place - 1]]
  if (!groupOf || !row) return undefined
  const group = groupOf(row)
  return before && groupOf(before) === group ? undefined : group
}

function GroupRow<Row>({
  props: { selection, menu },
  columns,
  isHidden = false,
  children,
}: PartProps<Row> & { readonly isHidden?: boolean; readonly children: ReactNode }): ReactNode {
  const secondary = columns.filter(({ isSecondary }) => isSecondary)
  const span = columns.length - secondary.length + (selection ? 1 : 0) + (menu ? 1 : 0)
  return (
    <tr className="group" aria-hidden={isHidden || undefined}>
      <th scope="rowgroup" colSpan={span}>
        {children}
      </th>
      {/* A cell that spans a hidden column would leave its place empty. */}
      {secondary.map(({ id }) => (
        <td key={id} data-secondary aria-hidden="true" />
      ))}
    </tr>
  )
}

interface RecordRowProps<Row> extends PartProps<Row> {
  readonly row: Row
  readonly id: string
  readonly isTabStop: boolean
  readonly onFocus: () => void
  readonly keys: RowKeys<Row>
}

function RecordRow<Row>({ props, columns, row, id, isTabStop, onFocus, keys }: RecordRowProps<Row>): ReactNode {
  const { selection, onOpen, openId, menu, nameOf } = props
  const t = useTexts(kitTexts)
  const isChosen = selection !== undefined && isSelected(selection, id)
  return (
    <tr
      tabIndex={isTabStop ? 0 : -1}
      data-opens={onOpen ? '' : undefined}
      data-open={id === openId || undefined}
      data-selected={isChosen || undefined}
      onFocus={onFocus}
      onKeyDown={(event) => keys.onKeyDown(event, row)}
      onClick={(event) => onOpen && !isOnControl(event) && onOpen(row)}
    >
      {selection && (
        <td className="select-cell">
          <Checkbox
            aria-label={t.selectRow(nameOf(row))}
            tabIndex={isTabStop ? 0 : -1}
            checked={isChosen}
            onClick={(event) => {
              event.stopPropagation()
              keys.select(id, event.shiftKey)
            }}
            onChange={() => {}}
          />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.id} {...cellLook(column)}>
          {column.cell(row)}
        </td>
      ))}
      {menu && <td className="menu-cell">{menu(row)}</td>}
    </tr>
  )
}

/** The rows with records, without the rows that name groups. */
function recordRows(body: HTMLTableSectionElement | null): HTMLTableRowElement[] {
  return [...(body?.rows ?? [])].filter((row) => row.className !== 'group')
}

function Head<Row>({
  column,
  sorting,
  onSort,
}: {
  readonly column: Column<Row>
  readonly sorting: Sorting | undefined
  readonly onSort: ((sorting: Sorting) => void) | undefined
}): ReactNode {
  const isSorted = sorting?.column === column.id
  const look = { className: column.align, 'data-secondary': column.isSecondary || undefined }
  if (!column.isSortable || !onSort) {
    return (
      <th scope="col" {...look}>
        {column.head}
      </th>
    )
  }
  return (
    <th scope="col" {...look} aria-sort={isSorted ? (sorting.isDescending ? 'descending' : 'ascending') : undefined}>
      <button
        type="button"
        onClick={() => onSort({ column: column.id, isDescending: isSorted ? !sorting.isDescending : true })}
      >
        {column.head}
        {isSorted && (sorting.isDescending ? <ArrowDown /> : <ArrowUp />)}
      </button>
    </th>
  )
}

function cellLook<Row>({ align, onPhone, isSecondary }: Column<Row>): {
  className: string | undefined
  'data-phone': string | undefined
  'data-secondary': true | undefined
} {
  return { className: align, 'data-phone': onPhone, 'data-secondary': isSecondary || undefined }
}

/** A link or button in a row does its own thing, and selecting text is not a click. */
function isOnControl({ target, currentTarget }: MouseEvent): boolean {
  const control = (target as Element).closest('a, button, input, label, [popover]')
  return (control !== null && currentTarget.contains(control)) || getSelection()?.isCollapsed === false
}
