/** What the service writes into the page. */
export interface DashboardSettings {
  /** The public origin of the service, for snippets. Calls go to the origin of the page. */
  readonly baseUrl: string
  readonly mode: 'development' | 'production'
  /** Where apps install our packages from. Null: the npm registry. */
  readonly packagesUrl: string | null
  /** The public key of the project "internal". */
  readonly publishableClientKey: string
  /** The ids of the sign-in providers for which the service has keys that all projects share. */
  readonly sharedProviders: readonly string[]
}

export const settings: DashboardSettings = readSettings()

function readSettings(): DashboardSettings {
  const content = document.querySelector<HTMLMetaElement>('meta[name=portico-dashboard]')?.content
  if (content === undefined) {
    throw new Error('The page has no settings of the service. Open it at the address of the service.')
  }
  // Unchecked cast: the service that serves this file writes the settings of the same version.
  return JSON.parse(content) as DashboardSettings
}
