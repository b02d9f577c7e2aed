/**
 * The demo has two projects: one with four providers, as in most products, and one with all eleven. Your app has one
 * project and does not need this file.
 */
const storageKey = 'marginalia-every-provider'

export function isEveryProviderShown(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null
  } catch {
    // The browser blocks the storage of this page.
    return false
  }
}

/** Reloads the page, because an app object belongs to one project. */
export function showEveryProvider(isShown: boolean): void {
  try {
    if (isShown) localStorage.setItem(storageKey, 'true')
    else localStorage.removeItem(storageKey)
  } catch {
    return
  }
  location.reload()
}

/** App options of the project with every provider. */
export const everyProviderProject = {
  projectId: import.meta.env.VITE_EVERY_PROVIDER_PROJECT_ID,
  publishableClientKey: import.meta.env.VITE_EVERY_PROVIDER_PUBLISHABLE_CLIENT_KEY,
}
