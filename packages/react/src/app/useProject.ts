'use client'

import { porticoAppInternalsSymbol, type PorticoClientApp, type Project } from '@portico/client'
import { useLanguageOfProject } from '../i18n/language.ts'
import { useLatest, useResource } from './resource-hooks.ts'
import { usePorticoApp } from './usePorticoApp.ts'

/** Returns the project of the app. Suspends until it is loaded. */
export function useProject(): Project {
  return useProjectOf(usePorticoApp())
}

export function useProjectOf(app: PorticoClientApp): Project {
  return useResource(app[porticoAppInternalsSymbol].projectResource())
}

/** Returns the project, or undefined until it is loaded. Never suspends. */
export function useLatestProject(): Project | undefined {
  const project = useLatest(usePorticoApp()[porticoAppInternalsSymbol].projectResource())
  useLanguageOfProject(project)
  return project
}
