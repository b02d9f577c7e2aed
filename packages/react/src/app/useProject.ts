import { porticoAppInternalsSymbol, type PorticoClientApp, type Project } from '@portico/client'
import { useLatest, useResource } from './resource-hooks.ts'
import { usePorticoApp } from './usePorticoApp.ts'

/** The project this app belongs to. Suspends until it is loaded. */
export function useProject(): Project {
  return useProjectOf(usePorticoApp())
}

export function useProjectOf(app: PorticoClientApp): Project {
  return useResource(app[porticoAppInternalsSymbol].projectResource())
}

/** The project, or undefined until it is loaded; never suspends. */
export function useLatestProject(): Project | undefined {
  return useLatest(usePorticoApp()[porticoAppInternalsSymbol].projectResource())
}
