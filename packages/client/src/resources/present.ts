import { camelCase, type CamelCase } from '@portico/contract/letter-case'

/** The fields of a record of the wire under the names of the SDK. */
export type Presented<Read> = {
  readonly [
    Name in keyof Read & string as CamelCase<Name extends `${infer Moment}_millis` ? Moment : Name>
  ]: Name extends `${string}_millis` ? Date | Extract<Read[Name], null> : Read[Name]
}

/** Renames the fields to camel case, and turns each `…_millis` into a `Date` named `…`. Values such as metadata stay as they are. */
export function present<Read extends object>(read: Read): Presented<Read> {
  const fields = Object.entries(read).map(([name, value]: [string, unknown]) =>
    name.endsWith('_millis')
      ? [camelCase(name.slice(0, -7)), typeof value === 'number' ? new Date(value) : null]
      : [camelCase(name), value],
  )
  // The type describes the same change.
  return Object.fromEntries(fields) as Presented<Read>
}
