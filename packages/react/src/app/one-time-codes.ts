'use client'

import { useInsertionEffect } from 'react'
import { useInBrowser } from './useInBrowser.ts'

/** Query parameters of links that contain one-time codes. */
export type CodeParameter = 'code' | 'state' | 'login_code'

/** The key of the codes in the history entry's state, beside the keys of the host's router. */
const KEY = 'portico-codes'

type Codes = Readonly<Partial<Record<CodeParameter, string>>>

const none: Codes = {}

/**
 * Removes one-time codes from the address before any other script of the page reads it, and returns them. Addresses
 * appear in the `Referer` header, in synchronised histories and in the host's analytics. The state of the history entry
 * keeps the codes for a reload; it does not leave the browser tab.
 */
export function useOneTimeCodes(names: readonly CodeParameter[]): Codes {
  const hasCodes = names.length > 0
  useInsertionEffect(() => {
    if (!hasCodes) return
    hideCodes(names)
    return forbidReferrer()
    // The names of a page are constant.
  }, [hasCodes, names])
  const codes = useInBrowser(hiddenCodes, undefined)
  return (hasCodes && codes) || none
}

/** Returns the one-time code of a page: the one the host passes, or the one from the address. */
export function useOneTimeCode(name: 'code' | 'login_code', given: string | undefined): string | undefined {
  const codes = useOneTimeCodes(alone[name])
  return given ?? codes[name]
}

const alone = { code: ['code'], login_code: ['login_code'] } as const

/**
 * Returns the current address including its codes, and forgets them. For callers that read the codes from an address
 * once.
 */
export function takeAddressWithCodes(): string {
  const url = new URL(window.location.href)
  for (const [name, code] of Object.entries(hiddenCodes() ?? {})) url.searchParams.set(name, code)
  const { [KEY]: _codes, ...state } = { ...window.history.state }
  window.history.replaceState(state, '')
  return url.href
}

/** Returns the address without its one-time codes. */
export function withoutCodes(address: string, names: readonly CodeParameter[]): string {
  const [beforeQuery = '', query = ''] = address.split('?', 2)
  const parameters = new URLSearchParams(query)
  for (const name of names) parameters.delete(name)
  const text = parameters.toString()
  return text === '' ? beforeQuery : `${beforeQuery}?${text}`
}

function hideCodes(names: readonly CodeParameter[]): void {
  const url = new URL(window.location.href)
  const found = names.filter((name) => url.searchParams.has(name))
  if (found.length === 0) return
  const codes = Object.fromEntries(found.map((name) => [name, url.searchParams.get(name)]))
  for (const name of found) url.searchParams.delete(name)
  window.history.replaceState({ ...window.history.state, [KEY]: codes }, '', url)
}

function hiddenCodes(): Codes | undefined {
  return window.history.state?.[KEY]
}

/**
 * Sets the referrer policy by a `meta` element, because only the host can set headers. The cleanup restores the host's
 * policy or the browser's default.
 */
function forbidReferrer(): () => void {
  const own = document.querySelector<HTMLMetaElement>('meta[name="referrer"]:not([data-portico])')?.content
  const meta = document.createElement('meta')
  meta.name = 'referrer'
  meta.dataset['portico'] = ''
  meta.content = 'no-referrer'
  document.head.append(meta)
  return () => {
    meta.content = own ?? 'strict-origin-when-cross-origin'
    meta.remove()
  }
}

/**
 * The code of the invitation that was opened last in this tab. The visitor leaves its page to sign in, and returns. The
 * code is valid for days, so no address contains it meanwhile: sign-in mails and providers receive these addresses.
 */
const INVITATION_KEY = 'portico-team-invitation'

/** Returns null also if the browser blocks the storage. */
export function keptInvitation(): string | null {
  try {
    return sessionStorage.getItem(INVITATION_KEY)
  } catch {
    return null
  }
}

export function keepInvitation(code: string): void {
  try {
    sessionStorage.setItem(INVITATION_KEY, code)
  } catch {
    // Without storage, the visitor must open the link again after the sign-in.
  }
}
