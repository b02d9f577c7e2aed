import { createStore } from '../language/store.ts'

const address = new URL(window.location.href)

/** The project that the path names. */
export const projectId = address.pathname.split('/').at(-1) ?? ''
/** How the page is shown: `language` and `theme` of the host. */
export const displayOptions = address.searchParams
/** The origin of the page that may show this one in a frame. Browsers enforce it with the policy of this page. */
const hostOrigin = address.searchParams.get('origin')

/** The token of the host, only in memory; null without one. The room stays as it is when the host gives another one. */
export const token = createStore(takeToken())
/** Whether there is no token, or the service has refused it. */
export const hasEnded = createStore(false)

window.addEventListener('hashchange', () => {
  const given = takeToken()
  if (given === null) return
  token.set(given)
  hasEnded.set(false)
})

/** Notes that there is no valid token, and asks the host for another one. */
export function endAccess(): void {
  if (hasEnded.get()) return
  hasEnded.set(true)
  if (window.parent !== window && hostOrigin !== null) {
    window.parent.postMessage({ type: 'portico-webhooks-ended' }, hostOrigin)
  }
}

/** Takes the token out of the address, so that neither the history nor a copied address has it. */
function takeToken(): string | null {
  const [, given = null] = /^#(svt_[\w-]+)$/.exec(window.location.hash) ?? []
  if (given !== null) window.history.replaceState(window.history.state, '', address.pathname + address.search)
  return given
}
