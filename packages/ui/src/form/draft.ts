/** A field that another owner changed while it was edited here. */
export interface Conflict<Values> {
  readonly name: keyof Values & string
  /** The stored value. */
  readonly stored: Values[keyof Values]
}

/** Whether two values mean the same, such as two texts of the same JSON. */
export type Comparison = (one: unknown, other: unknown) => boolean

/** The typed values on top of the loaded ones. Values are compared by their JSON, so they may be lists. */
export interface Draft<Values extends object> {
  /** As loaded when the edit began, or as accepted from another owner since. */
  readonly base: Values
  readonly typed: Partial<Values>
}

export function startDraft<Values extends object>(base: Values): Draft<Values> {
  return { base, typed: {} }
}

/** Typing the loaded value again does not count as a change. */
export function typeInto<Values extends object, Name extends keyof Values>(
  draft: Draft<Values>,
  name: Name,
  value: Values[Name],
): Draft<Values> {
  const { [name]: _before, ...others } = draft.typed as Values
  const typed = areEqual(value, draft.base[name]) ? others : { ...others, [name]: value }
  return { ...draft, typed: typed as Partial<Values> }
}

export function valuesOf<Values extends object>({ base, typed }: Draft<Values>): Values {
  return { ...base, ...typed }
}

export function isChanged<Values extends object>({ typed }: Draft<Values>): boolean {
  return Object.keys(typed).length > 0
}

/** The fields that were edited here and also changed elsewhere, to a different value. */
export function conflictsOf<Values extends object>(
  { base, typed }: Draft<Values>,
  latest: Values,
  isSame: Comparison = areEqual,
): Conflict<Values>[] {
  return (Object.keys(typed) as (keyof Values & string)[])
    .filter((name) => !isSame(latest[name], base[name]) && !isSame(latest[name], typed[name]))
    .map((name) => ({ name, stored: latest[name] }))
}

/**
 * Brings a newer version of the record into the draft: fields that are not edited show it. Fields with a conflict keep
 * what was typed and their old base, so that the conflict remains until the user decides.
 */
export function rebase<Values extends object>(
  draft: Draft<Values>,
  latest: Values,
  isSame: Comparison = areEqual,
): Draft<Values> {
  const open = new Set<string>(conflictsOf(draft, latest, isSame).map(({ name }) => name))
  const base = Object.fromEntries(
    (Object.keys(latest) as (keyof Values & string)[]).map((name) => [
      name,
      open.has(name) ? draft.base[name] : latest[name],
    ]),
  ) as Values
  const typed = Object.fromEntries(
    (Object.entries(draft.typed) as [keyof Values & string, unknown][]).filter(
      ([name, value]) => !isSame(value, base[name]),
    ),
  ) as Partial<Values>
  return { base, typed }
}

/** After a save: only what was typed since it was sent is still a change, on top of what was sent. */
export function accept<Values extends object>(
  { base, typed }: Draft<Values>,
  sent: Values,
  latest: Values,
): Draft<Values> {
  const since = (Object.keys(typed) as (keyof Values)[]).filter((name) => !areEqual(typed[name], sent[name]))
  const only = (valueOf: (name: keyof Values) => unknown): Partial<Values> =>
    Object.fromEntries(since.map((name) => [name, valueOf(name)])) as Partial<Values>
  return {
    // The answer may not have arrived in `latest` yet. What was sent is then no change of another owner.
    base: { ...latest, ...only((name) => (areEqual(latest[name], base[name]) ? sent[name] : latest[name])) },
    typed: only((name) => typed[name]),
  }
}

/** Decides a conflict. "Mine" keeps what was typed, on top of the stored value; "stored" drops it. */
export function decide<Values extends object>(
  { base, typed }: Draft<Values>,
  { name, stored }: Conflict<Values>,
  choice: 'mine' | 'stored',
): Draft<Values> {
  const next = { ...base, [name]: stored }
  if (choice === 'mine') return { base: next, typed }
  const { [name]: _dropped, ...others } = typed as Values
  return { base: next, typed: others as unknown as Partial<Values> }
}

export function areEqual(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}
