/**
 * The demo has two projects: one with four providers, as most products have, and one with all eleven. An app of yours has
 * one project and needs none of this.
 */
const storageKey = 'marginalia-every-provider'

export function isEveryProviderShown(): boolean {
  return localStorage.getItem(storageKey) !== null
}

/** Loads the page again, because an app object belongs to one project. */
export function showEveryProvider(isShown: boolean): void {
  if (isShown) localStorage.setItem(storageKey, 'true')
  else localStorage.removeItem(storageKey)
  location.reload()
}

/** The options that choose the project with every provider. */
export const everyProviderProject = {
  projectId: import.meta.env.VITE_EVERY_PROVIDER_PROJECT_ID,
  publishableClientKey: import.meta.env.VITE_EVERY_PROVIDER_PUBLISHABLE_CLIENT_KEY,
}
