// Names of the wire and of stored JSON are snake_case, names in the domain camelCase. Both directions of the conversion are
// exact for names whose parts begin with a letter.

export type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name

export type SnakeCase<Name extends string, Done extends string = ''> = Name extends `${infer Head}${infer Tail}`
  ? SnakeCase<Tail, `${Done}${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}`>
  : Done

/** The same value with camelCase names of all members, also of nested objects and of those in lists. */
export type CamelCased<T> = T extends readonly (infer Item)[]
  ? CamelCased<Item>[]
  : T extends object
    ? { [Name in keyof T as CamelCase<Name & string>]: CamelCased<T[Name]> }
    : T

/** The same value with camelCase names of its own members alone. */
export type CamelCasedMembers<T> = { [Name in keyof T as CamelCase<Name & string>]: T[Name] }

export type SnakeCased<T> = T extends readonly (infer Item)[]
  ? SnakeCased<Item>[]
  : T extends object
    ? { [Name in keyof T as SnakeCase<Name & string>]: SnakeCased<T[Name]> }
    : T

/** For JSON whose names are our own. `toCamelCaseMembers` is for objects with names that callers choose, such as metadata. */
export function toCamelCase<T>(value: T): CamelCased<T> {
  // The type renames by the same rule.
  return rename(value, camelCase) as CamelCased<T>
}

/** Renames the members of the object and leaves their values as they are. */
export function toCamelCaseMembers<T extends object>(object: T): CamelCasedMembers<T> {
  const members = Object.entries(object).map(([name, member]: [string, unknown]) => [camelCase(name), member])
  // The type renames by the same rule.
  return Object.fromEntries(members) as CamelCasedMembers<T>
}

/** The opposite of `toCamelCase`. */
export function toSnakeCase<T>(value: T): SnakeCased<T> {
  // The type renames by the same rule.
  return rename(value, snakeCase) as SnakeCased<T>
}

function rename(value: unknown, nameOf: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => rename(item, nameOf))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [nameOf(name), rename(member, nameOf)]))
}

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
