// The wire uses snake_case names. The settings of a project are many and their names have one scheme, so they are converted by
// rule: a new setting of the contract needs no code here.

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name

/** The type of a value after all its members, at every level, are renamed to camelCase. */
export type CamelCased<Value> = Value extends readonly (infer Item)[]
  ? CamelCased<Item>[]
  : Value extends object
    ? { [Name in keyof Value as CamelCase<Name & string>]: CamelCased<Value[Name]> }
    : Value

/** Renames all members, at every level. */
export function toCamelCase<Value>(value: Value): CamelCased<Value> {
  // The type describes the same renaming.
  return rename(value, camelCase) as CamelCased<Value>
}

/** Reverses `toCamelCase`. Leaves out undefined members. */
export function toSnakeCase<Wire>(value: CamelCased<Wire>): Wire {
  // The type describes the same renaming.
  return rename(value, snakeCase) as Wire
}

function rename(value: unknown, newName: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => rename(item, newName))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return Object.fromEntries(members.map(([name, member]) => [newName(name), rename(member, newName)]))
}

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
