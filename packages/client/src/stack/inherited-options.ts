import type { PorticoClientApp } from '../app/client-app.ts'
import type { PorticoServerApp } from '../server/server-app.ts'

/** The options of an app, or another app to take them from where they are absent. */
export type OptionsOrInherited<Options, Source = PorticoClientApp | PorticoServerApp> =
  | (Options & { inheritsFrom?: undefined })
  | Inheriting<Options, Source>

type Inheriting<Options, Source> = { [Name in keyof Options]?: Options[Name] | undefined } & {
  /** The app whose options apply where these are undefined. It must be one of a `/stack` entry. */
  inheritsFrom: Source
}

interface KeptOptions {
  readonly options: object
  /** The app belongs to a server: its headers and its address of the service must not reach a page. */
  readonly isOfServer: boolean
}

// Weak, because a server may create an app per request.
const optionsOfApps = new WeakMap<object, KeptOptions>()

/** Returns the options of an app, with those of the app that it inherits from. Defined options win. */
export function inheritOptions<Options extends object>({ inheritsFrom, ...own }: OptionsOrInherited<Options>): Options {
  const inherited = inheritsFrom && optionsOfApps.get(inheritsFrom)
  if (inheritsFrom && !inherited) {
    throw new Error(
      '`inheritsFrom` is not an app of a `/stack` entry, so its options are unknown. Import its class from there.',
    )
  }
  const defined = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined))
  // Unchecked cast: the type requires what the other app does not provide.
  return { ...inherited?.options, ...defined } as Options
}

/** Merges the options of another app, for an app whose options reach a page when it is serialized. */
export function inheritClientOptions<Options extends object>(
  given: OptionsOrInherited<Options, PorticoClientApp>,
): Options {
  if (given.inheritsFrom && optionsOfApps.get(given.inheritsFrom)?.isOfServer) {
    throw new Error('A client app cannot inherit from a server or admin app, whose options must not reach a page.')
  }
  return inheritOptions<Options>(given)
}

/** Keeps the options of an app for the apps that inherit from it. The identifier of a serialized app is its own. */
export function keepOptions(app: object, given: object & { uniqueIdentifier?: string }, isOfServer = false): void {
  const { uniqueIdentifier: _own, ...options } = given
  optionsOfApps.set(app, { options, isOfServer })
}
