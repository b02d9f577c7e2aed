import type { StaffRight } from '@portico/client/admin'
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
  type QueryClient,
  type QueryKey,
  type UseQueryResult,
} from '@tanstack/react-query'
import { use } from 'react'

import { markChanged } from './query-client.ts'
import { ProjectContext, useCurrentProject, type CurrentProject } from './projects.ts'

/** One page of a list with keyset paging. */
export interface PageOf<Row> {
  readonly rows: readonly Row[]
  readonly nextCursor: string | null
  /** The number of records that match, as far as the service counts. */
  readonly total?: ListTotal | undefined
}

export interface ListTotal {
  readonly count: number | null
  /** There are more than `count`. */
  readonly isCapped: boolean
}

/** A page of the SDK: an array with the cursor of the next page. */
interface SdkPage<Row> extends ReadonlyArray<Row> {
  readonly nextCursor: string | null
  readonly total?: ListTotal | null | undefined
}

/**
 * Maximum number of pages that are read for one page that is shown. A page can be empty before the end if few records
 * match.
 */
const PAGES_MAX = 20

/** Reads pages from a cursor until one has a record. */
export async function pageFrom<Row>(
  read: (cursor: string | undefined) => Promise<SdkPage<Row>>,
  cursor: string | undefined,
): Promise<PageOf<Row>> {
  let page = await read(cursor)
  for (let pages = 1; page.length === 0 && page.nextCursor !== null && pages < PAGES_MAX; pages += 1) {
    page = await read(page.nextCursor)
  }
  return { rows: [...page], nextCursor: page.nextCursor, total: page.total ?? undefined }
}

/** Passes all records of a list on, page by page. */
export async function readAll<Row>(
  read: (cursor: string | undefined) => Promise<SdkPage<Row>>,
  onRows: (rows: readonly Row[]) => void,
  signal: AbortSignal,
): Promise<void> {
  let cursor: string | undefined
  do {
    const page = await read(cursor)
    onRows(page)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined && !signal.aborted)
}

/** The beginning of a list, which grows when the person loads more. */
export interface GrowingList<Row> {
  /** Undefined while the first page loads. */
  readonly data: readonly Row[] | undefined
  readonly total: ListTotal | undefined
  readonly isError: boolean
  readonly error: unknown
  readonly isFetching: boolean
  readonly refetch: () => Promise<unknown>
  /** Null at the end. */
  readonly readMore: (() => void) | null
  readonly isReadingMore: boolean
  /** Why more could not be read; null otherwise. */
  readonly moreFailure: unknown
}

/**
 * Reads the pages of a list one after the other. Until the first page for other arguments arrives, the previous rows
 * stay.
 */
export function useGrowingList<Row>(
  key: QueryKey,
  read: (project: CurrentProject, cursor: string | undefined) => Promise<SdkPage<Row>>,
): GrowingList<Row> {
  const project = useCurrentProject()
  const query = useInfiniteQuery({
    queryKey: [project.id, ...key],
    queryFn: async ({ pageParam }) => {
      const page = await read(project, pageParam)
      return { rows: [...page], nextCursor: page.nextCursor, total: page.total ?? undefined }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  })
  const { isError, error, isFetching, refetch } = query
  return {
    data: query.data?.pages.flatMap(({ rows }) => rows),
    total: query.data?.pages[0]?.total,
    isError,
    error,
    isFetching,
    refetch,
    readMore: query.hasNextPage ? () => void query.fetchNextPage() : null,
    isReadingMore: query.isFetchingNextPage,
    moreFailure: query.isFetchNextPageError ? error : null,
  }
}

type Read = (project: CurrentProject, ...args: never[]) => Promise<unknown>
type ArgsOf<Of> = Of extends (project: CurrentProject, ...args: infer Args) => Promise<unknown> ? Args : never
type AnswerOf<Of extends Read> = Awaited<ReturnType<Of>>

/** The cached reads of the current project, so that a change can store its answer there. */
export interface Cache {
  /** Shows a value as the answer of a read. A record among the arguments is named by its id. */
  readonly put: (resource: string, read: string, args: readonly unknown[], value: unknown) => void
  /** Shows a record in its own read, `one`, and in every page of a list that is cached. */
  readonly show: <Row extends { readonly id: string }>(resource: string, record: Row) => void
}

/** The keys of the reads of a record: those of the names, or with the lists and the record itself. */
interface KeysOfRecord {
  readonly listed: QueryKey
  readonly readsOf: (...reads: readonly string[]) => (record: { readonly id: string }) => readonly QueryKey[]
  readonly shownReadsOf: KeysOfRecord['readsOf']
}

/** The keys of a resource with the reads `page` and `one`, for what a change makes stale. */
export function keysOfRecord(resource: string): KeysOfRecord {
  const listed = [resource, 'page']
  const readsOf: KeysOfRecord['readsOf'] =
    (...reads) =>
    ({ id }) =>
      reads.map((read) => [resource, read, id])
  const shownReadsOf: KeysOfRecord['readsOf'] =
    (...reads) =>
    (record) => [listed, ...readsOf('one', ...reads)(record)]
  return { listed, readsOf, shownReadsOf }
}

/** A change to records of one kind. */
export interface Change<Run extends Read = Read> {
  /** The right of staff that it needs. */
  readonly right: StaffRight
  readonly run: Run
  /** Shows what the call has answered, so that it is not read again. */
  readonly settle?: (cache: Cache, answer: AnswerOf<Run>, ...args: ArgsOf<Run>) => void
  /**
   * What the page reads again before the change is complete: names of resources, or keys below them. Default: all of
   * this resource. Any other read of the project is repeated when a page next shows it.
   */
  readonly stale?: (...args: ArgsOf<Run>) => readonly QueryKey[]
  /**
   * The page reads again after a failure too: the first of several calls may have succeeded, and a conflict means
   * another version.
   */
  readonly isStaleAfterFailure?: boolean
}

/**
 * Declares a change.
 *
 * @param right the right that the endpoint requires (`endpoint-rights.ts`). Without it, no room offers the change.
 */
export function change<const Run extends Read>(
  right: StaffRight,
  run: Run,
  effects: Omit<Change<Run>, 'right' | 'run'> = {},
): Change<Run> {
  return { right, run, ...effects }
}

export interface Resource<
  Reads extends Readonly<Record<string, Read>>,
  Changes extends Readonly<Record<string, Change>>,
> {
  readonly useRead: <Name extends keyof Reads & string>(
    read: Name,
    args: ArgsOf<Reads[Name]>,
    options?: ReadOptions<AnswerOf<Reads[Name]>>,
  ) => UseQueryResult<AnswerOf<Reads[Name]>>
  /** One read for each of several arguments. Their answers are in the same order; undefined until loaded. */
  readonly useReads: <Name extends keyof Reads & string>(
    read: Name,
    args: readonly ArgsOf<Reads[Name]>[],
    options?: Pick<ReadOptions<AnswerOf<Reads[Name]>>, 'of' | 'staleTime'>,
  ) => readonly (AnswerOf<Reads[Name]> | undefined)[]
  /** The right of staff that each change needs. */
  readonly rights: { readonly [Name in keyof Changes]: StaffRight }
  /** Returns a function that changes records. It resolves when the page shows the change. */
  readonly useChange: <Name extends keyof Changes & string>(
    change: Name,
  ) => (...args: ArgsOf<Changes[Name]['run']>) => Promise<AnswerOf<Changes[Name]['run']>>
}

export interface ReadOptions<Answer> {
  /** Default: the project of the URL. Outside of its rooms, only a read that is not needed can be without one. */
  readonly of?: CurrentProject | undefined
  /** Default: true. */
  readonly isNeeded?: boolean | undefined
  /** Shown until the answer arrives. `previous`: the answer for other arguments. */
  readonly meanwhile?: Answer | 'previous' | undefined
  readonly staleTime?: number
  /** Reads again after this time; false: not. */
  readonly repeatsAfter?: (answer: Answer | undefined) => number | false
}

/**
 * Declares how the records of one kind are read and changed, and what a change makes stale. Keys are `[projectId, name,
 * read, ...args]`, where an argument that is a record is represented by its id.
 */
export function resource<
  const Reads extends Readonly<Record<string, Read>>,
  const Changes extends Readonly<Record<string, Change>> = Record<never, never>,
>(name: string, { reads, changes }: { readonly reads: Reads; readonly changes?: Changes }): Resource<Reads, Changes> {
  /** What the query library needs for a read. */
  const queryOf = <Name extends keyof Reads & string>(
    project: CurrentProject | null,
    read: Name,
    args: ArgsOf<Reads[Name]>,
  ): { queryKey: QueryKey; queryFn: () => Promise<AnswerOf<Reads[Name]>> } => {
    // Unchecked cast: the arguments are those of this read.
    const run = reads[read] as unknown as (...given: readonly unknown[]) => Promise<AnswerOf<Reads[Name]>>
    return {
      queryKey: [project?.id, name, read, ...keysOf(args)],
      queryFn: () => run(project, ...(args as readonly unknown[])),
    }
  }
  return {
    // Unchecked cast: the names are those of the changes.
    rights: Object.fromEntries(Object.entries(changes ?? {}).map(([which, { right }]) => [which, right])) as never,
    useRead: (read, args, { of, isNeeded = true, meanwhile, staleTime, repeatsAfter } = {}) => {
      type Answer = AnswerOf<Reads[typeof read]>
      return useQuery<Answer>({
        ...queryOf(useProjectFor(of, isNeeded), read, args),
        enabled: isNeeded,
        ...(staleTime !== undefined && { staleTime }),
        ...(repeatsAfter && { refetchInterval: ({ state }) => repeatsAfter(state.data as Answer | undefined) }),
        ...(meanwhile !== undefined && {
          placeholderData: (meanwhile === 'previous' ? keepPreviousData : meanwhile) as never,
        }),
      })
    },
    useReads: (read, args, { of, staleTime } = {}) => {
      const project = useProjectFor(of, args.length > 0)
      return useQueries({
        queries: args.map((one) => ({
          ...queryOf(project, read, one),
          ...(staleTime !== undefined && { staleTime }),
        })),
        combine: answersOf<AnswerOf<Reads[typeof read]>>,
      })
    },
    useChange: (which) => {
      const project = useCurrentProject()
      const client = useQueryClient()
      // Unchecked cast: the name is one of the changes.
      const declared = changes?.[which] as unknown as Change
      const readStale = async (args: never[]): Promise<void> => {
        const stale = declared.stale?.(...args) ?? [[name]]
        await Promise.all(stale.map((key) => client.invalidateQueries({ queryKey: [project.id, ...key] })))
      }
      const { mutateAsync } = useMutation({
        mutationFn: (args: never[]) => declared.run(project, ...args),
        onError: async (_failure, args) => {
          if (declared.isStaleAfterFailure) await readStale(args)
        },
        onSuccess: async (answer, args) => {
          await markChanged(client, project.id)
          declared.settle?.(cacheOf(client, project.id), answer, ...args)
          await readStale(args)
        },
      })
      return (...args) => mutateAsync(args as never[]) as never
    },
  }
}

/** The project of a read: a given one, or that of the URL. */
function useProjectFor(given: CurrentProject | undefined, isNeeded: boolean): CurrentProject | null {
  const current = use(ProjectContext)
  const project = given ?? current
  if (!project && isNeeded) throw new Error('A read outside of a project does not say of which project.')
  return project
}

/** A stable function, so that the list keeps its identity while no answer changes. */
function answersOf<Answer>(results: readonly { data: Answer | undefined }[]): readonly (Answer | undefined)[] {
  return results.map(({ data }) => data)
}

function cacheOf(client: QueryClient, projectId: string): Cache {
  return {
    put: (of, read, args, value) => client.setQueryData([projectId, of, read, ...keysOf(args)], value),
    show: (of, record) => {
      client.setQueryData([projectId, of, 'one', record.id], record)
      client.setQueriesData(
        { queryKey: [projectId, of, 'page'] },
        (page: PageOf<{ id: string }> | undefined) =>
          page && { ...page, rows: page.rows.map((one) => (one.id === record.id ? record : one)) },
      )
    },
  }
}

function keysOf(args: readonly unknown[]): unknown[] {
  return args.map((arg) => (typeof arg === 'object' && arg !== null && 'id' in arg ? arg.id : arg))
}
