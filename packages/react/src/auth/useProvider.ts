'use client'

import { useLatestProject } from '../app/useProject.ts'
import { offeredProviders, type OfferedProvider } from './offered-providers.ts'

/**
 * Returns a function that finds the provider with an id in the project. One that the project no longer has is known by
 * its id alone.
 */
export function useProvider(): (id: string) => OfferedProvider {
  const project = useLatestProject()
  const offered = project ? offeredProviders(project.config) : []
  return (id) => offered.find((provider) => provider.id === id) ?? { id }
}
