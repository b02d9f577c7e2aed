import { Fragment, type ReactNode } from 'react'

import { Rows } from '../kit/Rows.tsx'
import { RowsSkeleton } from '../kit/Skeleton.tsx'
import { Loaded, type Loading } from './Loaded.tsx'

export interface RecordSectionProps<Row extends { readonly id: string }> {
  readonly title: string
  /** Beside the title. */
  readonly action?: ReactNode
  readonly query: Loading<readonly Row[]>
  /** What could not be loaded. */
  readonly failed?: string
  /** The sentence for no record. */
  readonly empty: string
  /** The number of rows while the records load. */
  readonly skeletonCount?: number
  readonly hasPictures?: boolean
  readonly row: (record: Row) => ReactNode
  /** Above the rows: a form that adds a record. */
  readonly form?: ReactNode
  /** Below the rows: failures and dialogs. */
  readonly children?: ReactNode
}

/** The records of one kind that belong to the record in a drawer. */
export function RecordSection<Row extends { readonly id: string }>(props: RecordSectionProps<Row>): ReactNode {
  const { title, action, query, failed, empty, skeletonCount, hasPictures = false, row, form, children } = props
  const skeleton = (
    <RowsSkeleton
      kind="list"
      hasPictures={hasPictures}
      {...(skeletonCount !== undefined && { count: skeletonCount })}
    />
  )
  return (
    <section>
      <header>
        <h3>{title}</h3>
        {action}
      </header>
      {form}
      <Loaded query={query} failed={failed} skeleton={skeleton}>
        {(records) =>
          records.length === 0 ? (
            <p className="soft">{empty}</p>
          ) : (
            <Rows kind="list">
              {records.map((record) => (
                <Fragment key={record.id}>{row(record)}</Fragment>
              ))}
            </Rows>
          )
        }
      </Loaded>
      {children}
    </section>
  )
}
