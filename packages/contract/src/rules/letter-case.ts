// The wire and stored JSON use snake_case names; the domain of the service and the SDK use camelCase names. The
// conversion is lossless in both directions if each part of a name begins with a letter.

export type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name

export type SnakeCase<Name extends string, Done extends string = ''> = Name extends `${infer Head}${infer Tail}`
  ? SnakeCase<Tail, `${Done}${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}`>
  : Done

/** The type of a value after all its members, at every level, are renamed to camelCase. */
export type CamelCased<T> = T extends readonly (infer Item)[]
  ? CamelCased<Item>[]
  : T extends object
    ? { [Name in keyof T as CamelCase<Name & string>]: CamelCased<T[Name]> }
    : T

/** The type of an object after its own members are renamed to camelCase, and everything within the members `Deep`. */
export type CamelCasedMembers<T, Deep extends keyof T = never> = {
  [Name in keyof T as CamelCase<Name & string>]: Name extends Deep ? CamelCased<T[Name]> : T[Name]
}

export type SnakeCased<T> = T extends readonly (infer Item)[]
  ? SnakeCased<Item>[]
  : T extends object
    ? { [Name in keyof T as SnakeCase<Name & string>]: SnakeCased<T[Name]> }
    : T

/**
 * Renames all members, at every level, except the names of claims, which owners choose. Use `toCamelCaseMembers` for
 * other objects with names that callers choose, such as metadata.
 */
export function toCamelCase<T>(value: T): CamelCased<T> {
  // The type describes the same renaming.
  return rename(value, camelCase) as CamelCased<T>
}

/**
 * Renames the members of the object and leaves their values unchanged.
 *
 * @param deep names of members whose own members are renamed too, at every level
 */
export function toCamelCaseMembers<T extends object, Deep extends keyof T & string = never>(
  object: T,
  ...deep: readonly Deep[]
): CamelCasedMembers<T, Deep> {
  const isDeep = (name: string): boolean => deep.some((one) => one === name)
  const members = Object.entries(object).map(([name, member]: [string, unknown]) => [
    camelCase(name),
    isDeep(name) ? toCamelCase(member) : member,
  ])
  // The type describes the same renaming.
  return Object.fromEntries(members) as CamelCasedMembers<T, Deep>
}

/** Renames all members, at every level. The inverse of `toCamelCase`. */
export function toSnakeCase<T>(value: T): SnakeCased<T> {
  // The type describes the same renaming.
  return rename(value, snakeCase) as SnakeCased<T>
}

function rename(value: unknown, nameOf: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => rename(item, nameOf))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      nameOf(name),
      camelCase(name) === 'accessTokenClaims' ? member : rename(member, nameOf),
    ]),
  )
}

export function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
