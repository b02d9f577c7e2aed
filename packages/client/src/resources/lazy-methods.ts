import type { Ports } from '../transport/ports.ts'
import { loadPart } from '../transport/connection-error.ts'

/** Creates methods whose code is loaded by the first call. */
export function lazyMethods<Methods, Name extends keyof Methods & string>(
  ports: Ports,
  names: readonly Name[],
  load: () => Promise<Methods>,
): Pick<Methods, Name> {
  const lazy = (name: Name) => {
    return async (...given: unknown[]): Promise<unknown> =>
      ((await loadPart(ports, load()))[name] as (...given: unknown[]) => unknown)(...given)
  }
  // Unchecked cast: each name has the function of that name.
  return Object.fromEntries(names.map((name) => [name, lazy(name)])) as Pick<Methods, Name>
}
