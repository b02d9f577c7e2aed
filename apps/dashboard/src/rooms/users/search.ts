import { oauthProviderIds, type UserFilterOptions } from '@portico/client/admin'

import { startOfLocalDay } from '../../kit/local-day.ts'

export const statuses = ['active', 'suspended', 'anonymous'] as const
export type Status = (typeof statuses)[number]

/** The acts on one user that a dialog confirms. */
export const userActs = ['suspend', 'endSessions', 'impersonate', 'delete'] as const
export type UserAct = (typeof userActs)[number]

export type SignInMethod = NonNullable<UserFilterOptions['signInMethods']>[number]

/** The sign-in methods that users can be filtered by. */
export const signInMethods: readonly SignInMethod[] = ['password', 'otp', 'passkey', ...oauthProviderIds]

/** Search, filters, sort, place and dialog of the list of users, as in its address. */
export interface UsersSearch {
  readonly q?: string
  readonly status?: Status
  readonly verified?: boolean
  readonly factor?: boolean
  /** Sign-in methods, separated by commas. */
  readonly methods?: string
  /** The id of a team. */
  readonly team?: string
  /** The first and last day of the sign-up: `2026-11-23`. */
  readonly from?: string
  readonly until?: string
  /** The first and last day of the last activity. */
  readonly activeFrom?: string
  readonly activeUntil?: string
  /** Absent: by sign-up. */
  readonly sort?: 'lastActive'
  /** Oldest first. */
  readonly asc?: true
  readonly cursor?: string
  readonly create?: true
  /** The act on the user of the drawer whose dialog is open. */
  readonly act?: UserAct
  /** The id of a bulk act whose progress is shown. */
  readonly job?: string
}

/** Changes of an address. Undefined removes a part of it. */
export type SearchChanges = { readonly [Name in keyof UsersSearch]: UsersSearch[Name] | undefined }

/** Reads the address of the list. Unknown and malformed parts are dropped. */
export function readUsersSearch(search: Record<string, unknown>): UsersSearch {
  const text = (name: keyof UsersSearch): string | undefined => {
    const value = search[name]
    // The router reads a number in the address as a number.
    if (typeof value === 'number') return String(value)
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const day = (name: keyof UsersSearch): string | undefined => {
    const value = text(name)
    return value !== undefined && startOfLocalDay(value) ? value : undefined
  }
  const flag = (name: keyof UsersSearch): boolean | undefined =>
    typeof search[name] === 'boolean' ? search[name] : undefined
  return withoutMissing({
    q: text('q'),
    status: statuses.find((status) => status === search['status']),
    verified: flag('verified'),
    factor: flag('factor'),
    methods: methodsOf(text('methods')).join(',') || undefined,
    team: text('team'),
    from: day('from'),
    until: day('until'),
    activeFrom: day('activeFrom'),
    activeUntil: day('activeUntil'),
    sort: search['sort'] === 'lastActive' ? 'lastActive' : undefined,
    asc: search['asc'] === true ? true : undefined,
    cursor: text('cursor'),
    create: search['create'] === undefined ? undefined : true,
    act: userActs.find((act) => act === search['act']),
    job: text('job'),
  })
}

/** Another search, filter or sort begins at the first page, without the dialog of a user. */
export function changeSearch(search: UsersSearch, changes: SearchChanges): UsersSearch {
  return readUsersSearch({ ...search, cursor: undefined, act: undefined, ...changes })
}

/** The address without search and filters. The sort stays. */
export function withoutFilters({ sort, asc }: UsersSearch): UsersSearch {
  return withoutMissing({ sort, asc })
}

const notFilters = new Set(['sort', 'asc', 'cursor', 'create', 'act', 'job'])

export function hasFilters(search: UsersSearch): boolean {
  return Object.keys(search).some((name) => !notFilters.has(name))
}

export function methodsOf(list: string | undefined): SignInMethod[] {
  const wanted = new Set(list?.split(','))
  return signInMethods.filter((method) => wanted.has(method))
}

/** The filters of the list for the service. It has only those that are set, so that it also selects users for a bulk act. */
export function filterOf(search: UsersSearch): UserFilterOptions {
  const { q, status, verified, factor, team } = search
  const methods = methodsOf(search.methods)
  return withoutMissing({
    query: q,
    teamId: team,
    signInMethods: methods.length === 0 ? undefined : methods,
    verified,
    hasSecondFactor: factor,
    suspended: status === 'suspended' ? true : status === 'active' ? false : undefined,
    onlyAnonymous: status === 'anonymous' ? true : undefined,
    signedUpFrom: startOfLocalDay(search.from),
    signedUpUntil: startOfLocalDay(search.until, 1),
    lastActiveFrom: startOfLocalDay(search.activeFrom),
    lastActiveUntil: startOfLocalDay(search.activeUntil, 1),
  })
}

type Given<Values> = { [Name in keyof Values]?: Exclude<Values[Name], undefined> }

function withoutMissing<Values extends object>(values: Values): Given<Values> {
  // Unchecked cast: the entries without a value are gone.
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<Values>
}
