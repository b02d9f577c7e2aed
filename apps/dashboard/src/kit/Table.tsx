import {
  columnOrderingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
} from '@tanstack/react-table'
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
  /** The heading that a row belongs to, such as its day. A row with another heading than the row before it starts a group. */
  readonly groupOf?: ((row: Row) => string) | undefined
}

const features = tableFeatures({ columnVisibilityFeature, columnOrderingFeature })
const SKELETON_ROWS = 8

/** A table of records. Rows are one tab stop with arrow keys; the controls of a row follow with Tab. */
export function Table<Row extends object>(props: TableProps<Row>): ReactNode {
  const { label, columns, rows, idOf, nameOf, selection, onSelect, sorting, onSort, menu, onOpen } = props
  const t = useTexts(kitTexts)
  const body = useRef<HTMLTableSectionElement>(null)
  const [current, setCurrent] = useState<string | null>(null)
  const [openedId, setOpenedId] = useState(props.openId)
  if (openedId !== props.openId) {
    setOpenedId(props.openId)
    // When the drawer closes, its row has the focus, also after the record was changed in the drawer.
    if (props.openId !== undefined) setCurrent(props.openId)
  }
  useEffect(() => {
    if (props.openId === undefined) return
    // The list follows the drawer, which changes the record.
    body.current?.querySelector('[data-open]')?.scrollIntoView({ block: 'nearest' })
  }, [props.openId])
  const choice = useMemo(
    () => props.choice ?? defaultChoice(columns as readonly Column<never>[]),
    [props.choice, columns],
  )
  const shown = useShownColumns(columns, choice, rows, idOf)
  const [primary, secondary] = [
    shown.columns.filter(({ isSecondary }) => !isSecondary),
    shown.columns.filter(({ isSecondary }) => isSecondary),
  ]
  const ids = useMemo(() => (rows ?? []).map(idOf), [rows, idOf])
  const tabStop = current !== null && ids.includes(current) ? current : ids[0]

  function select(id: string, isRange: boolean): void {
    if (!selection) return
    onSelect?.((isRange ? toggleRange : toggle)(selection, id, ids))
  }
  function focusRow(step: number): void {
    const focused = document.activeElement?.closest('tr')
    const rowElements = recordRows(body.current)
    const at = focused ? rowElements.indexOf(focused) : -1
    const target = at === -1 ? rowElements[ids.indexOf(tabStop ?? '')] : rowElements[at + step]
    target?.focus()
    target?.scrollIntoView({ block: 'nearest' })
  }
  function onRowKeyDown(event: KeyboardEvent<HTMLTableRowElement>, row: Row): void {
    const isRow = event.target === event.currentTarget
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (!isRow) return
      event.preventDefault()
      focusRow(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Enter' && isRow) {
      event.preventDefault()
      onOpen?.(row)
    }
  }
  useShortcut(ids.length > 0 ? 'j' : null, () => focusRow(1))
  useShortcut(ids.length > 0 ? 'k' : null, () => focusRow(-1))
  useShortcut(selection ? 'x' : null, () => withFocusedRow((id) => select(id, false)))
  useShortcut(selection ? 'shift+x' : null, () => withFocusedRow((id) => select(id, true)))
  useShortcut(menu ? '.' : null, () => {
    const row = document.activeElement?.closest('tr')
    if (row && body.current?.contains(row)) row.querySelector<HTMLElement>('.menu-cell button')?.click()
  })
  function withFocusedRow(act: (id: string) => void): void {
    const row = document.activeElement?.closest('tr')
    const id = ids[recordRows(body.current).findIndex((element) => element === row)]
    if (id !== undefined) act(id)
  }

  function groupAt(place: number): string | undefined {
    const [row, before] = [shown.rows[place]?.row, shown.rows[place - 1]?.row]
    if (!props.groupOf || !row) return undefined
    const group = props.groupOf(row)
    return before && props.groupOf(before) === group ? undefined : group
  }

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
        {shown.columns.map(({ id, width, isSecondary }) => (
          <col
            key={id}
            data-secondary={isSecondary || undefined}
            style={width === undefined ? undefined : { inlineSize: width }}
          />
        ))}
        {menu && <col className="menu-cell" />}
      </colgroup>
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
          {shown.columns.map((column) => (
            <Head key={column.id} column={column} sorting={sorting} onSort={onSort} />
          ))}
          {menu && (
            <th scope="col" className="menu-cell">
              <span className="sr">{t.menu}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody ref={body}>
        {rows === undefined && props.groupOf && (
          <tr className="group" aria-hidden="true">
            <th colSpan={primary.length + (selection ? 1 : 0) + (menu ? 1 : 0)}>
              <Bone width="96px" />
            </th>
            {secondary.map(({ id: column }) => (
              <td key={column} data-secondary />
            ))}
          </tr>
        )}
        {rows === undefined &&
          Array.from({ length: SKELETON_ROWS }, (_, index) => (
            <tr key={index} aria-hidden="true">
              {selection && <td className="select-cell" />}
              {shown.columns.map((column, place) => (
                <td key={column.id} {...cellLook(column)}>
                  {place === 0 && props.hasPictures ? (
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
        {shown.rows.map(({ id, row, cells }, place) => (
          <Fragment key={id}>
            {groupAt(place) !== undefined && (
              <tr className="group">
                <th scope="rowgroup" colSpan={primary.length + (selection ? 1 : 0) + (menu ? 1 : 0)}>
                  {groupAt(place)}
                </th>
                {/* A cell that spans a hidden column would leave its place empty. */}
                {secondary.map(({ id: column }) => (
                  <td key={column} data-secondary aria-hidden="true" />
                ))}
              </tr>
            )}
            <tr
              tabIndex={id === tabStop ? 0 : -1}
              data-opens={onOpen ? '' : undefined}
              data-open={id === props.openId || undefined}
              data-selected={(selection && isSelected(selection, id)) || undefined}
              onFocus={() => setCurrent(id)}
              onKeyDown={(event) => onRowKeyDown(event, row)}
              onClick={(event) => {
                if (!onOpen || isOnControl(event)) return
                onOpen(row)
              }}
            >
              {selection && (
                <td className="select-cell">
                  <Checkbox
                    aria-label={t.selectRow(nameOf(row))}
                    tabIndex={id === tabStop ? 0 : -1}
                    checked={isSelected(selection, id)}
                    onClick={(event) => {
                      event.stopPropagation()
                      select(id, event.shiftKey)
                    }}
                    onChange={() => {}}
                  />
                </td>
              )}
              {cells.map(({ column, content }) => (
                <td key={column.id} {...cellLook(column)}>
                  {content}
                </td>
              ))}
              {menu && <td className="menu-cell">{menu(row)}</td>}
            </tr>
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

/** The rows of the records, without those of the groups. */
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

interface ShownRow<Row> {
  readonly id: string
  readonly row: Row
  readonly cells: readonly { readonly column: Column<Row>; readonly content: ReactNode }[]
}

/** The visible columns in their order, and the cells of each row. */
function useShownColumns<Row extends object>(
  columns: readonly Column<Row>[],
  { order, hidden }: ColumnChoice,
  rows: readonly Row[] | undefined,
  idOf: (row: Row) => string,
): { columns: readonly Column<Row>[]; rows: readonly ShownRow<Row>[] } {
  const first = columns[0]?.id ?? ''
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns])
  const definitions = useMemo(
    () => columns.map(({ id, head }): ColumnDef<typeof features, Row> => ({ id, header: head })),
    [columns],
  )
  const data = useMemo(() => [...(rows ?? [])], [rows])
  const table = useTable({
    features,
    columns: definitions,
    data,
    getRowId: idOf,
    state: {
      columnOrder: [first, ...order],
      columnVisibility: Object.fromEntries([...hidden].map((id) => [id, false])),
    },
  })
  return {
    columns: table.getVisibleLeafColumns().flatMap(({ id }) => byId.get(id) ?? []),
    rows: table.getRowModel().rows.map((row) => ({
      id: row.id,
      row: row.original,
      cells: row.getVisibleCells().flatMap((cell) => {
        const column = byId.get(cell.column.id)
        return column ? [{ column, content: column.cell(row.original) }] : []
      }),
    })),
  }
}

function cellLook<Row>({ align, onPhone, isSecondary }: Column<Row>): {
  className: string | undefined
  'data-phone': string | undefined
  'data-secondary': true | undefined
} {
  return { className: align, 'data-phone': onPhone, 'data-secondary': isSecondary || undefined }
}

/** A link or button in a row does its own thing, and a selected text is no click. */
function isOnControl({ target, currentTarget }: MouseEvent): boolean {
  const control = (target as Element).closest('a, button, input, label, [popover]')
  return (control !== null && currentTarget.contains(control)) || getSelection()?.isCollapsed === false
}
