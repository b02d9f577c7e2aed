/**
 * The demo has two projects: one with four providers, as in most products, and one with all eleven. Your app has one
 * project and does not need this file.
 */
const storageKey = 'marginalia-every-provider'

export function isEveryProviderShown(): boolean {
  return localStorage.getItem(storageKey) !== null
}

/** Reloads the page, because an app object belongs to one project. */
export function showEveryProvider(isShown: boolean): void {
  if (isShown) localStorage.setItem(storageKey, 'true')
  else localStorage.removeItem(storageKey)
  location.reload()
}

/** App options of the project with every provider. */
export const everyProviderProject = {
  projectId: import.meta.env.VITE_EVERY_PROVIDER_PROJECT_ID,
  publishableClientKey: import.meta.env.VITE_EVERY_PROVIDER_PUBLISHABLE_CLIENT_KEY,
}
