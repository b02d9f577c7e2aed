import { startOfLocalDay } from '../kit/local-day.ts'

/** Reads one part of an address, which a person may have written. Returns undefined for anything but a valid value. */
export type AddressPart<Value = unknown> = (written: unknown) => Value | undefined

/** The parts of an address by their names. */
type Parts = Readonly<Record<string, AddressPart>>

type ValuesOf<Of extends Parts> = {
  readonly [Name in keyof Of]?: Exclude<ReturnType<Of[Name]>, undefined>
}

type Simplify<Type> = { [Name in keyof Type]: Type[Name] }

export interface AddressParts<Filters extends Parts, View extends Parts, Dialogs extends Parts> {
  /** The search and the filters: what decides which records a list has. */
  readonly filters?: Filters
  /** The order and what else the page remembers without changing the records. */
  readonly view?: View
  readonly dialogs?: Dialogs
}

/** Changes of an address. Undefined removes a part of it. */
export type AddressChanges<Search> = { readonly [Name in keyof Search]?: Search[Name] | undefined }

/** The search parameters of a room. */
export interface Address<Search extends object> {
  /** Reads search parameters. Unknown and malformed parts are dropped. */
  readonly read: (search: Readonly<Record<string, unknown>>) => Search
  /** Changes filters or order. That begins at the first page, without the dialogs. */
  readonly change: (search: Search, changes: AddressChanges<Search>) => Search
  /** Opens or closes dialogs, or shows another page. The list stays. */
  readonly open: (search: Search, changes: AddressChanges<Search>) => Search
  readonly withoutFilters: (search: Search) => Search
  readonly hasFilters: (search: Search) => boolean
  /** Only what decides which records a list shows, and their order. */
  readonly listOf: (search: Search) => Partial<Search>
}

export type SearchOf<Of> = Of extends Address<infer Search> ? Search : never

/** Declares the search parameters of a room. Every address also has the cursor of the page that a list shows. */
export function address<
  const Filters extends Parts = Record<never, never>,
  const View extends Parts = Record<never, never>,
  const Dialogs extends Parts = Record<never, never>,
>({
  filters,
  view,
  dialogs,
}: AddressParts<Filters, View, Dialogs>): Address<
  Simplify<ValuesOf<Filters> & ValuesOf<View> & ValuesOf<Dialogs> & { readonly cursor?: string }>
> {
  type Search = Simplify<ValuesOf<Filters> & ValuesOf<View> & ValuesOf<Dialogs> & { readonly cursor?: string }>
  const parts: Parts = { ...filters, ...view, cursor: text, ...dialogs }
  const noDialogs = valuesOf(dialogs ?? {}, undefined)
  const noFilters = valuesOf(filters ?? {}, undefined)
  const read = (search: Readonly<Record<string, unknown>>): Search =>
    // Unchecked cast: each part returns the type of its value.
    Object.fromEntries(
      Object.entries(parts).flatMap(([name, part]) => {
        const value = part(search[name])
        return value === undefined ? [] : [[name, value]]
      }),
    ) as Search
  return {
    read,
    change: (search, changes) => read({ ...search, ...noDialogs, cursor: undefined, ...changes }),
    open: (search, changes) => read({ ...search, ...changes }),
    withoutFilters: (search) => read({ ...search, ...noDialogs, ...noFilters, cursor: undefined }),
    hasFilters: (search) => Object.keys(search).some((name) => filters !== undefined && name in filters),
    listOf: (search) => read({ ...search, ...noDialogs }),
  }
}

/** The router reads a number in an address as a number. */
export const text: AddressPart<string> = (written) => {
  if (typeof written === 'number') return String(written)
  return typeof written === 'string' && written.trim() !== '' ? written.trim() : undefined
}

/** A day in the time zone of the visitor: `2026-11-23`. */
export const day: AddressPart<string> = (written) => {
  const value = text(written)
  return value !== undefined && startOfLocalDay(value) ? value : undefined
}

export const yesOrNo: AddressPart<boolean> = (written) => (typeof written === 'boolean' ? written : undefined)

/** Present or absent, such as an open dialog. */
export const present: AddressPart<true> = (written) =>
  written === undefined || written === null || written === false ? undefined : true

export function oneOf<const Value extends string | number>(values: readonly Value[]): AddressPart<Value> {
  return (written) => values.find((value) => String(value) === String(written))
}

/** Some of the values, separated by commas, in their order here. */
export function someOf(values: readonly string[]): AddressPart<string> {
  return (written) => listed(values, text(written)).join(',') || undefined
}

/** The values of a part that `someOf` has read. */
export function listed<Value extends string>(values: readonly Value[], list: string | undefined): Value[] {
  const wanted = new Set<string>(list?.split(','))
  return values.filter((value) => wanted.has(value))
}

function valuesOf<Value>(parts: Parts, value: Value): Record<string, Value> {
  return Object.fromEntries(Object.keys(parts).map((name) => [name, value]))
}
