import { OAUTH_STATE_COOKIE_SECONDS } from '@portico/contract/limits'

import type { Device, StartedSignIn } from '../sign-in/app-oauth.ts'
import { BrowserError } from '../transport/browser-error.ts'
import { parseObject } from '../transport/parse-object.ts'
import type { ExpoModules } from './expo-modules.ts'
import type { SecureEntry } from './secure-entry.ts'

interface ExpoDeviceOptions {
  readonly modules: Pick<ExpoModules, 'WebBrowser' | 'Crypto'>
  readonly redirectUrl: string
  /** Where the started sign-in is. */
  readonly entry: SecureEntry
  readonly now: () => number
}

/** Signs in with the packages of Expo. */
export class ExpoDevice implements Device {
  readonly redirectUrl: string
  readonly sha256: Device['sha256']
  readonly #browser: ExpoModules['WebBrowser']
  readonly #entry: SecureEntry
  readonly #now: () => number

  constructor({ modules, redirectUrl, entry, now }: ExpoDeviceOptions) {
    this.redirectUrl = redirectUrl
    this.sha256 = (bytes) => modules.Crypto.digest('SHA-256', bytes)
    this.#browser = modules.WebBrowser
    this.#entry = entry
    this.#now = now
  }

  async openBrowser(url: string): Promise<string> {
    const result = await this.#browser.openAuthSessionAsync(url, this.redirectUrl)
    if (result.type === 'success' && result.url !== undefined) return result.url
    if (result.type === 'locked') {
      throw new BrowserError('BROWSER_BUSY', 'Another browser window of this app is open. Close it first.')
    }
    throw new BrowserError('BROWSER_CLOSED', 'The browser was closed before the sign-in was finished.')
  }

  keepSignIn(signIn: StartedSignIn): void {
    this.#entry.write(JSON.stringify({ ...signIn, startedAtMillis: this.#now() }))
  }

  takeSignIn(state: string): StartedSignIn | null {
    const { codeVerifier, isLink, startedAtMillis, ...kept } = parseObject(this.#entry.read() ?? '') ?? {}
    // guard: a link signs an app in only with the state of its own sign-in (drop `kept['state'] !== state`)
    if (state === '' || kept['state'] !== state) return null
    // guard: a link signs an app in once
    this.#entry.remove()
    const isExpired = this.#now() - Number(startedAtMillis) > OAUTH_STATE_COOKIE_SECONDS * 1000
    return isExpired ? null : { state, codeVerifier: String(codeVerifier), isLink: isLink === true }
  }
}
