import type { Texts } from '@portico/ui/language/catalogue'
import type { Format } from '@portico/ui/language/format'
import { useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'

import type { PageOf } from '../data/resource.ts'
import { useColumnChoice, type Column, type ColumnChoice } from '../kit/columns.ts'
import { nextPage, previousPage, type Keyset } from '../kit/keyset.ts'
import { emptySelection, type Selection } from '../kit/selection.ts'
import type { Sorting } from '../kit/Table.tsx'
import type { Filter } from '../kit/Toolbar.tsx'
import { useTexts } from '../language/useTexts.ts'
import { useFormat } from '../language/format.ts'
import type { Address, AddressChanges } from './address.ts'
import type { Loading } from './Loaded.tsx'

/** Every list can have a search, an order and a cursor in its address. */
export interface ListSearch {
  readonly q?: string
  readonly cursor?: string
}

export interface ListContext<Table> {
  readonly t: Table
  readonly format: Format
  /** Empty outside of a project. */
  readonly projectId: string
}

/** What a list page needs of a read. A room can derive it from several reads. */
export interface ListQuery<Row> extends Loading<PageOf<Row>> {
  /** The rows are those of the previous address. */
  readonly isPlaceholderData?: boolean
}

/** A list of records of one kind, as its room declares it in `list.ts`. */
export interface List<Row extends object, Search extends ListSearch, Table> {
  /** Under this name the browser keeps the chosen columns. */
  readonly id: string
  /** The path of its route, such as `/projects/$projectId/users`. */
  readonly path: string
  /** The path of a record's drawer, with the name of the parameter for its id. */
  readonly record?: { readonly path: string; readonly param: string; readonly tab?: string }
  readonly address: Address<Search>
  readonly texts: Texts<Table>
  /** Reads the page of an address. */
  readonly usePage: (search: Search) => ListQuery<Row>
  readonly idOf?: (row: Row) => string
  readonly nameOf: (row: Row, t: Table) => string
  /** Absent: the room gives the columns to `ListPage`, because they depend on the rows. */
  readonly columns?: (context: ListContext<Table>) => Column<Row>[]
  /** The visitor chooses and moves the columns. */
  readonly hasColumnChoice?: boolean
  /** Reads the sorted column from an address, and writes it into one. */
  readonly order?: {
    readonly of: (search: Search) => Sorting
    readonly to: (sorting: Sorting) => AddressChanges<Search>
  }
  readonly useFilters?: (search: Search, change: (changes: AddressChanges<Search>) => void) => Filter[]
}

/** A list in the state that its address describes, with functions that open other addresses. */
export interface ShownList<Row extends object, Search extends ListSearch, Table> {
  readonly list: List<Row, Search, Table>
  readonly context: ListContext<Table>
  readonly search: Search
  readonly query: ListQuery<Row>
  /** Undefined while the first page loads. */
  readonly page: PageOf<Row> | undefined
  readonly rows: readonly Row[] | undefined
  readonly ids: readonly string[]
  readonly idOf: (row: Row) => string
  readonly nextCursor: string | null
  /** The list has records on other pages. */
  readonly hasMore: boolean
  /** There is no record at all, with any filter. */
  readonly isEmpty: boolean
  /** The rows belong to the previous address, because the new ones are still loading. */
  readonly isOutdated: boolean
  readonly filters: readonly Filter[]
  /** The set filters in words: "Status: Suspended". */
  readonly filterTexts: readonly string[]
  readonly columns: readonly Column<Row>[]
  readonly choice: ColumnChoice
  readonly chooseColumns: (choice: ColumnChoice | null) => void
  readonly visibleColumns: readonly string[]
  readonly sorting: Sorting | undefined
  readonly selection: Selection
  readonly select: (selection: Selection) => void
  readonly clearSelection: () => void
  /** The record of the drawer. */
  readonly openId: string | undefined
  /** Changes search, filters or order. */
  readonly change: (changes: AddressChanges<Search>) => void
  /** Opens and closes dialogs. The drawer stays. A closed dialog leaves no entry in the history. */
  readonly show: (changes: AddressChanges<Search>) => void
  readonly clearFilters: () => void
  /**
   * Opens the drawer of a record. A step from one record to the next stays at the same tab, and Back closes the drawer.
   */
  readonly openRecord: (
    id: string,
    options?: {
      readonly changes?: AddressChanges<Search>
      readonly isStep?: boolean
      /** The record was just created: the list shows it, whatever its filters were. */
      readonly isNew?: boolean
    },
  ) => void
  readonly closeRecord: () => void
  readonly onPrevious: (() => void) | null
  readonly onNext: (() => void) | null
}

/** Connects a declared list with the address of the page. */
export function useListPage<Row extends object, Search extends ListSearch, Table>(
  list: List<Row, Search, Table>,
): ShownList<Row, Search, Table> {
  const { address } = list
  const t = useTexts(list.texts)
  const format = useFormat()
  const params = useParams({ strict: false }) as Readonly<Record<string, string | undefined>>
  const { projectId = '' } = params
  const { state } = useLocation()
  // Unchecked cast: the route of the list reads its search parameters with the same address.
  const search = address.read(useSearch({ strict: false }) as Readonly<Record<string, unknown>>)
  const go = useGo()
  const context = useMemo(() => ({ t, format, projectId }), [t, format, projectId])
  const columns = useMemo(() => list.columns?.(context) ?? [], [list, context])
  const [choice, chooseColumns] = useColumnChoice(list.id, columns as readonly Column<never>[])
  const query = list.usePage(search)
  const { rows: read, nextCursor = null } = query.data ?? {}
  // If the previous list was empty, show the loading state instead of an empty list.
  const rows = query.isPlaceholderData && read?.length === 0 ? undefined : read
  const idOf = list.idOf ?? idOfRow
  const ids = useMemo(() => (rows ?? []).map((row) => idOf(row)), [rows, idOf])

  const change = (changes: AddressChanges<Search>): void =>
    go(list.path, address.change(search, changes), { replace: 'q' in changes })
  const { record } = list
  const openId = record && params[record.param]
  // An act can open a dialog when it ends, after the address has changed.
  const latest = useRef({ search, openId })
  useEffect(() => {
    latest.current = { search, openId }
  })
  const show = (changes: AddressChanges<Search>): void => {
    const here = latest.current
    const isDrawer = here.openId !== undefined
    go(record && isDrawer ? record.path : list.path, address.open(here.search, changes), {
      // The same page of the list keeps its way back.
      state: true,
      replace: isDrawer || Object.values(changes).every((value) => value === undefined),
      resetScroll: false,
    })
  }
  const filters = list.useFilters?.(search, change) ?? []
  const [selection, select] = useSelectionOf(JSON.stringify(address.listOf(search)), ids)
  const at: Keyset = { cursor: search.cursor ?? null, way: state.way ?? [] }
  const goTo = ({ cursor, way }: Keyset): void =>
    go(list.path, address.open(address.change(search, {}), { cursor: cursor ?? undefined } as AddressChanges<Search>), {
      state: (before) => ({ ...before, way: [...way] }),
    })
  const previous = previousPage(at)
  const hasFilters = address.hasFilters(search)
  const openRecord: ShownList<Row, Search, Table>['openRecord'] = (
    id,
    { changes = {}, isStep = false, isNew = false } = {},
  ) =>
    record &&
    go(record.path, address.open(isNew ? address.withoutFilters(search) : search, changes), {
      params: { [record.param]: id, ...(record.tab !== undefined && !isStep && { tab: record.tab }) },
      state: true,
      resetScroll: false,
      replace: isStep,
    })
  return {
    list,
    context,
    search,
    query,
    page: rows && query.data,
    rows,
    ids,
    idOf,
    nextCursor,
    hasMore: nextCursor !== null || search.cursor !== undefined,
    isEmpty: rows?.length === 0 && !hasFilters && search.cursor === undefined && nextCursor === null,
    isOutdated: query.isPlaceholderData === true,
    filters,
    filterTexts: filters.flatMap(({ name, value }) => (value === null ? [] : [`${name}: ${value}`])),
    columns,
    choice,
    chooseColumns,
    visibleColumns: choice.order.filter((column) => !choice.hidden.has(column)),
    sorting: list.order?.of(search),
    selection,
    select,
    clearSelection: () => select(emptySelection),
    openId,
    change,
    show,
    clearFilters: () => go(list.path, address.withoutFilters(search), {}),
    openRecord,
    closeRecord: () =>
      go(list.path, address.change(search, { cursor: search.cursor } as AddressChanges<Search>), {
        state: true,
        resetScroll: false,
      }),
    onPrevious: previous && (() => goTo(previous)),
    onNext: nextCursor === null ? null : () => goTo(nextPage(at, nextCursor)),
  }
}

interface GoOptions {
  readonly params?: Readonly<Record<string, string>>
  readonly replace?: boolean
  readonly resetScroll?: boolean
  readonly state?: true | ((before: object) => object)
}

/** Navigates to a path that a declaration names, while the page is shown. The parameters of the present page stay. */
export function useGo(): (path: string, search: object, options: GoOptions) => void {
  const navigate = useNavigate()
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return (to, search, { params = {}, ...options }) => {
    if (!isShown.current) return
    // Unchecked cast: the router knows the types of literal paths only.
    void navigate({ to, search, params: (present: object) => ({ ...present, ...params }), ...options } as never)
  }
}

/**
 * The selection, empty again as soon as the address shows other records, and without records that have left the list.
 */
function useSelectionOf(list: string, ids: readonly string[]): readonly [Selection, (selection: Selection) => void] {
  const [selection, select] = useState<Selection>(emptySelection)
  const [seen, setSeen] = useState(list)
  if (seen !== list) {
    setSeen(list)
    select(emptySelection)
  }
  if (selection.kind === 'all' || ids.length === 0) return [selection, select]
  return [{ ...selection, ids: new Set(ids.filter((id) => selection.ids.has(id))) }, select]
}

function idOfRow(row: object): string {
  return (row as { readonly id: string }).id
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The cursors of the pages before this entry's page; see `kit/keyset.ts`. */
    way?: (string | null)[]
  }
}
