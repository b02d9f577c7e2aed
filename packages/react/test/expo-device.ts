import { createHash, randomBytes } from 'node:crypto'
import { ProviderVisitor, type ProviderChoice, type TestPortico } from '@portico/testkit'
import type { ExpoModules } from '@portico/client/expo'

/** Opens an address in the browser of the device. Returns null if the user closed it. */
type Browser = (url: string) => Promise<string | null>

/** A phone. Its secure storage outlives the apps, and its browser signs in at the look-alikes of providers. */
export class ExpoDevice {
  /** The entries of the secure storage. */
  readonly entries = new Map<string, string>()
  /** Whether the device refuses to read entries, as before its first unlock. */
  isLocked = false
  /** Whether the device refuses to write entries. */
  isFull = false
  /** The last link by which the browser opened the app. */
  link: string | null = null
  browse: Browser
  readonly #portico: TestPortico

  constructor(portico: TestPortico, choice?: ProviderChoice) {
    this.#portico = portico
    this.browse = (url) => this.visit(url, choice)
  }

  /** Signs in at the provider. Returns null if the browser stays on a page of the service. */
  async visit(url: string, choice?: ProviderChoice): Promise<string | null> {
    const { location } = await new ProviderVisitor(this.#portico.service, this.#portico.baseUrl).follow(url, choice)
    return location?.href ?? null
  }

  readonly modules: ExpoModules = {
    SecureStore: {
      AFTER_FIRST_UNLOCK_THIS_DEVICE_ONLY: 1,
      getItem: (key) => {
        this.#check(key, this.isLocked)
        return this.entries.get(key) ?? null
      },
      setItem: (key, value, options) => {
        this.#check(key, this.isFull || value === '' || value.length > 2_048 || options?.keychainAccessible !== 1)
        this.entries.set(key, value)
      },
      deleteItemAsync: async (key) => void this.entries.delete(key),
    },
    WebBrowser: {
      openAuthSessionAsync: async (url, redirectUrl) => {
        this.link = await this.browse(url)
        // The system browser stays open until a redirect leads to this address.
        return this.link?.startsWith(redirectUrl) ? { type: 'success', url: this.link } : { type: 'cancel' }
      },
    },
    Crypto: {
      getRandomBytes: (byteCount) => new Uint8Array(randomBytes(byteCount)),
      digest: async (_algorithm, data) => new Uint8Array(createHash('sha256').update(data).digest()).buffer,
    },
  }

  #check(key: string, isRefused: boolean): void {
    if (!/^[\w.-]+$/.test(key)) throw new Error(`Invalid key ${key}`)
    if (isRefused) throw new Error('The device refuses.')
  }
}
