import { Suspense, type ReactNode } from 'react'

import { useProjectName } from '../data/projects.ts'
import type { Column } from '../kit/columns.ts'
import { pageState, selectAll, selectedCount } from '../kit/selection.ts'
import { SearchInput } from '../kit/SearchInput.tsx'
import { NoMatch } from '../kit/States.tsx'
import { Table } from '../kit/Table.tsx'
import { ColumnMenu, Filters, SelectionBar, SortMenu, TableFoot, Toolbar } from '../kit/Toolbar.tsx'
import { useTexts } from '../language/useTexts.ts'
import { PageHead, type PageHeadProps } from '../shell/PageHead.tsx'
import { kitTexts } from '../texts/en/kit.ts'
import { ReadFailed } from './Loaded.tsx'
import type { Act } from './acts.ts'
import { ActMenu } from './ActMenu.tsx'
import type { ListSearch, ShownList } from './useListPage.ts'

export interface ListPageProps<Row extends object, Search extends ListSearch, Table> {
  readonly shown: ShownList<Row, Search, Table>
  /** Absent: the room has its own head above the list. */
  readonly head?: Omit<PageHeadProps, 'of'>
  /** The label of the table: what the rows are. */
  readonly label: string
  /** What is searched: "Name, email or ID". Absent: the list has no search of its own. */
  readonly searchLabel?: string
  /** In the place of the search. */
  readonly search?: ReactNode
  /** Buttons at the end of the toolbar, such as an export. */
  readonly tools?: ReactNode
  readonly columns?: readonly Column<Row>[]
  readonly failed: string
  /** What the page shows without any record, instead of toolbar and table. */
  readonly empty: ReactNode
  /** Between table and foot. */
  readonly note?: ReactNode
  /** Below the table: number and rules. Absent: the list has one page, and its number is elsewhere. */
  readonly foot?: string
  /** In the place of the table: another view of the rows. */
  readonly view?: ReactNode
  /** The menu of a row. */
  readonly acts?: (row: Row) => readonly Act[]
  /** What the selected records offer: the number in words, and the acts. */
  readonly selected?: { readonly count: string; readonly all: string; readonly acts: ReactNode }
  /** The heading that a row belongs to, such as its day. */
  readonly groupOf?: (row: Row) => string
  /** Between toolbar and table, such as the failure of an act on a row. */
  readonly notice?: ReactNode
  readonly isTall?: boolean
  readonly hasPictures?: boolean
  readonly onOpen?: (row: Row) => void
  /** Dialogs and the drawer. */
  readonly children?: ReactNode
}

/** A page with a list: toolbar, table, foot, and the states of reading it. Its address decides what it shows. */
export function ListPage<Row extends object, Search extends ListSearch, Table>(
  props: ListPageProps<Row, Search, Table>,
): ReactNode {
  const { shown, head } = props
  return (
    <>
      {head && (shown.context.projectId === '' ? <PageHead {...head} /> : <ProjectHead {...head} />)}
      {shown.isEmpty ? (
        props.empty
      ) : (
        <>
          <ListTools {...props} />
          {props.notice}
          <ListBody {...props} />
        </>
      )}
      <Suspense>{props.children}</Suspense>
    </>
  )
}

function ProjectHead(head: Omit<PageHeadProps, 'of'>): ReactNode {
  return <PageHead {...head} of={useProjectName()} />
}

function ListTools<Row extends object, Search extends ListSearch, Table>(
  props: ListPageProps<Row, Search, Table>,
): ReactNode {
  const { shown, selected, searchLabel, tools } = props
  const { list, search, filters, sorting, selection, select } = shown
  const columns = props.columns ?? shown.columns
  if (selected && selectedCount(selection) !== 0) {
    return (
      <SelectionBar
        count={selected.count}
        all={
          pageState(selection, shown.ids) === true && shown.hasMore
            ? { count: selected.all, isSelected: selection.kind === 'all', onSelect: () => select(selectAll()) }
            : undefined
        }
        onClear={shown.clearSelection}
      >
        {selected.acts}
      </SelectionBar>
    )
  }
  const { order } = list
  if (searchLabel === undefined && !props.search && filters.length === 0 && tools === undefined) return null
  return (
    <Toolbar>
      {props.search}
      {searchLabel !== undefined && (
        <SearchInput
          label={searchLabel}
          value={search.q ?? ''}
          onChange={(q) => shown.change({ q: q === '' ? undefined : q } as Partial<Search>)}
        />
      )}
      <Filters filters={filters} />
      <span className="push" />
      {order && sorting && (
        <SortMenu columns={columns} sorting={sorting} onSort={(next) => shown.change(order.to(next))} />
      )}
      {list.hasColumnChoice && <ColumnMenu columns={columns} choice={shown.choice} onChange={shown.chooseColumns} />}
      {tools}
    </Toolbar>
  )
}

function ListBody<Row extends object, Search extends ListSearch, Table>(
  props: ListPageProps<Row, Search, Table>,
): ReactNode {
  const { shown, label, acts, selected } = props
  const { list, query, rows, context } = shown
  const kit = useTexts(kitTexts)
  const nameOf = (row: Row): string => list.nameOf(row, context.t)
  const { order } = list
  if (query.isError && !rows) return <ReadFailed query={query} title={props.failed} />
  if (rows?.length === 0 && shown.search.cursor === undefined && shown.nextCursor === null) {
    return <NoMatch query={shown.search.q ?? ''} filters={shown.filterTexts} onClear={shown.clearFilters} />
  }
  return (
    <>
      {rows?.length === 0 ? (
        <p className="soft" role="status">
          {kit.noneOnPage}
        </p>
      ) : (
        (props.view ?? (
          <Table<Row>
            label={label}
            columns={props.columns ?? shown.columns}
            rows={rows}
            idOf={shown.idOf}
            nameOf={nameOf}
            isBusy={query.isFetching}
            isTall={props.isTall ?? false}
            hasPictures={props.hasPictures ?? false}
            openId={shown.openId}
            choice={list.hasColumnChoice ? shown.choice : undefined}
            groupOf={props.groupOf}
            {...(shown.sorting && order && { sorting: shown.sorting, onSort: (next) => shown.change(order.to(next)) })}
            {...(selected && {
              selection: shown.selection,
              // Outdated rows cannot be selected: an act on all records found would affect other records than those
              // shown.
              onSelect: (next) => !shown.isOutdated && shown.select(next),
            })}
            onOpen={props.onOpen ?? (list.record && ((row) => shown.openRecord(shown.idOf(row))))}
            {...(acts && { menu: (row: Row) => <ActMenu label={kit.rowMenu(nameOf(row))} acts={acts(row)} isSmall /> })}
          />
        ))
      )}
      {rows && props.note}
      {rows && props.foot !== undefined && (
        <TableFoot text={props.foot} onPrevious={shown.onPrevious} onNext={shown.onNext} />
      )}
    </>
  )
}
