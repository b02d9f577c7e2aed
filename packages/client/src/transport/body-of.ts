import { snakeCase, type SnakeCase } from '@portico/contract/letter-case'

/** A call's options under their wire names. */
type Body<Options> = {
  [
    Name in keyof Options & string as Date extends Options[Name] ? `${SnakeCase<Name>}_millis` : SnakeCase<Name>
  ]: Date extends Options[Name] ? MillisOf<Options[Name]> : Options[Name]
}

/**
 * Excludes moments that can be null: a null does not reveal at run time that the name on the wire ends in `_millis`.
 */
type MillisOf<Moment> = null extends Moment ? never : number | Exclude<Moment, Date>

/**
 * Renames options to snake case, and turns each `Date` into milliseconds named `…_millis`: the way back from `present`.
 * The JSON encoder omits undefined fields. Values such as metadata stay as they are.
 */
export function bodyOf<Options extends object>(options: Options): Body<Options> {
  const fields = Object.entries(options).map(([name, value]: [string, unknown]) =>
    value instanceof Date ? [`${snakeCase(name)}_millis`, value.getTime()] : [snakeCase(name), value],
  )
  // The type describes the same change.
  return Object.fromEntries(fields) as Body<Options>
}
