import { camelCase, type CamelCase } from '@portico/contract/letter-case'

/** Names of the SDK that do not follow from the names on the wire. */
type NamesOf<Read> = { readonly [Name in keyof Read]?: string }

type PresentedName<Name extends string, Names> = Name extends keyof Names
  ? Names[Name] & string
  : CamelCase<Name extends `${infer Moment}_millis` ? Moment : Name>

/**
 * The fields of a wire record under their SDK names.
 *
 * @internal
 */
export type Presented<Read, Names = unknown> = {
  readonly [Name in keyof Read & string as PresentedName<Name, Names>]: Name extends `${string}_millis`
    ? Date | Extract<Read[Name], null>
    : Exclude<Read[Name], undefined>
}

/**
 * Renames the fields to camel case, and turns each `…_millis` into a `Date` named `…`. Values such as metadata stay as
 * they are: a record within the record is presented by its own call, and a duration in milliseconds is left out of
 * `read`.
 *
 * @param names fields that the SDK names otherwise
 */
export function present<Read extends object, const Names extends NamesOf<Read> = Record<never, string>>(
  read: Read,
  names?: Names,
): Presented<Read, Names> {
  const fields = Object.entries(read).map(([name, value]: [string, unknown]) => {
    const moment = name.endsWith('_millis')
    return [
      (names as Readonly<Record<string, string>> | undefined)?.[name] ?? camelCase(moment ? name.slice(0, -7) : name),
      moment ? (typeof value === 'number' ? new Date(value) : null) : value,
    ]
  })
  // The type describes the same change.
  return Object.fromEntries(fields) as Presented<Read, Names>
}
