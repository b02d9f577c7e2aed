import type { UseQueryResult } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { Suspense, type ReactNode } from 'react'

import { Drawer } from '../kit/Drawer.tsx'
import { Bone } from '../kit/States.tsx'
import { TabCount, TabLinks } from '../kit/Tabs.tsx'
import { useTexts } from '../language/useTexts.ts'
import { useRememberRecord } from '../shell/recent-records.ts'
import { kitTexts } from '../texts/en/kit.ts'
import { ActMenu } from './ActMenu.tsx'
import type { Act } from './acts.ts'
import { ReadFailed } from './Loaded.tsx'
import type { ListSearch, ShownList } from './useListPage.ts'

export interface RecordTabs<Id extends string> {
  readonly label: string
  readonly ids: readonly Id[]
  readonly names: Readonly<Record<Id, string>>
  readonly current: Id
  /** The number beside the name of a tab. */
  readonly countOf?: (id: Id) => ReactNode
}

export interface RecordDrawerProps<Row extends object, Search extends ListSearch, Table, Shown, Tab extends string> {
  /** The list beside the drawer. */
  readonly shown: ShownList<Row, Search, Table>
  /** The record; null if there is none with this id. */
  readonly query: UseQueryResult<Shown | null>
  /** What the record is: "User". */
  readonly kind: string
  readonly missing: { readonly title: string; readonly text: string }
  readonly failed: string
  readonly titleOf: (record: Shown) => string
  /** Absent: no picture, also while the record loads. */
  readonly picture?: (record: Shown) => ReactNode
  readonly note?: (record: Shown) => ReactNode
  /** At most one button. Called without a record while it loads. */
  readonly action?: (record: Shown | undefined) => ReactNode
  /** The menu of the record. */
  readonly acts?: (record: Shown) => readonly Act[]
  readonly tabs?: RecordTabs<Tab>
  /** Rows like those of the content. */
  readonly skeleton: ReactNode
  /** The palette's list of recent records that it enters. */
  readonly remembered?: 'users' | 'teams'
  readonly isSlim?: boolean
  readonly children: (record: Shown) => ReactNode
}

/** A record beside its list, with the states of reading it. Its address decides which record and tab it shows. */
export function RecordDrawer<Row extends object, Search extends ListSearch, Table, Shown, Tab extends string>(
  props: RecordDrawerProps<Row, Search, Table, Shown, Tab>,
): ReactNode {
  const { shown, query, picture, tabs, acts } = props
  const { rowMenu } = useTexts(kitTexts)
  const { ids, openId = '' } = shown
  const record = query.data ?? undefined
  const isMissing = query.data === null
  const isLoading = query.data === undefined && !query.isError
  const index = ids.indexOf(openId)
  const stepTo = (id: string | undefined): (() => void) | undefined =>
    index === -1 || id === undefined ? undefined : () => shown.openRecord(id, { isStep: true })
  useRememberRecord(record && props.remembered ? props.remembered : null, openId)
  const title = record ? props.titleOf(record) : isMissing ? props.missing.title : props.kind
  const hasActions = (props.action ?? acts) !== undefined && (record !== undefined || isLoading)
  return (
    <Drawer
      title={title}
      isLoading={isLoading}
      isSlim={props.isSlim ?? false}
      picture={picture && (record ? picture(record) : isLoading && <Bone isRound />)}
      note={record && props.note?.(record)}
      position={index === -1 ? undefined : { index, count: ids.length }}
      onPrevious={stepTo(ids[index - 1])}
      onNext={stepTo(ids[index + 1])}
      onClose={shown.closeRecord}
      actions={
        hasActions ? (
          <>
            {props.action?.(record)}
            {acts && <ActMenu label={rowMenu(title)} acts={record ? acts(record) : []} isDisabled={isLoading} />}
          </>
        ) : undefined
      }
      tabs={tabs && !isMissing && <DrawerTabs shown={shown} tabs={tabs} />}
    >
      {record ? (
        <Suspense fallback={props.skeleton}>{props.children(record)}</Suspense>
      ) : isMissing ? (
        <p className="soft">{props.missing.text}</p>
      ) : query.isError ? (
        <ReadFailed query={query} title={props.failed} />
      ) : (
        props.skeleton
      )}
    </Drawer>
  )
}

function DrawerTabs<Row extends object, Search extends ListSearch, Table, Tab extends string>({
  shown: { list, search },
  tabs: { label, ids, names, current, countOf },
}: {
  readonly shown: ShownList<Row, Search, Table>
  readonly tabs: RecordTabs<Tab>
}): ReactNode {
  const to = list.record?.path
  return (
    <TabLinks label={label}>
      {ids.map((tab) => (
        <Link
          key={tab}
          // Unchecked cast: the router knows the types of literal paths only.
          {...({ to, search, params: (present: object) => ({ ...present, tab }) } as unknown as Pick<LinkProps, 'to'>)}
          state
          replace
          resetScroll={false}
          aria-current={tab === current ? 'page' : undefined}
        >
          {names[tab]}
          {countOf?.(tab)}
        </Link>
      ))}
    </TabLinks>
  )
}

/** A number beside the name of a tab; nothing for none, unless zero says something. */
export function CountOfTab({
  count,
  text,
  isAlways = false,
}: {
  readonly count: number
  readonly text: string
  readonly isAlways?: boolean
}): ReactNode {
  return (isAlways || count > 0) && <TabCount>{text}</TabCount>
}
