import type { PorticoClientApp } from './client-app.ts'
import type { PorticoServerApp } from './server-app.ts'

/** The options of an app, or another app to take them from where they are absent. */
export type OptionsOrInherited<Options> = (Options & { inheritsFrom?: undefined }) | Inheriting<Options>

type Inheriting<Options> = { [Name in keyof Options]?: Options[Name] | undefined } & {
  /** The app whose options apply where these are undefined. It must be one of a `/stack` entry. */
  inheritsFrom: PorticoClientApp | PorticoServerApp
}

// Weak, because a server may create an app per request.
const optionsOfApps = new WeakMap<object, object>()

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
  return { ...inherited, ...defined } as Options
}

/** Keeps the options of an app for the apps that inherit from it. The identifier of a serialized app is its own. */
export function keepOptions(app: object, options: object & { uniqueIdentifier?: string }): void {
  const { uniqueIdentifier: _own, ...shared } = options
  optionsOfApps.set(app, shared)
}
