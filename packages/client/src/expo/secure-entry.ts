import type { SecureStoreModule } from './expo-modules.ts'

/** Marks the absence of a text. It is not empty, because not every keychain keeps an empty text. */
const REMOVED = 'removed'

/** One text in the keychain of iOS or the keystore of Android. */
export class SecureEntry {
  readonly #store: SecureStoreModule
  readonly #key: string

  /** @param key letters, digits, `.`, `-` and `_` */
  constructor(store: SecureStoreModule, key: string) {
    this.#store = store
    this.#key = key
  }

  /** Returns null for no text. Throws if the device refuses, such as before its first unlock. */
  read(): string | null {
    const text = this.#store.getItem(this.#key, this.#options())
    return text === REMOVED ? null : text
  }

  /** Throws if the device refuses. It then removes the earlier text, which is out of date. */
  write(text: string): void {
    try {
      this.#store.setItem(this.#key, text, this.#options())
    } catch (error) {
      this.#store.deleteItemAsync(this.#key, this.#options()).catch(() => {})
      throw error
    }
  }

  /** Overwrites the text. A removal of the entry takes time, and could remove a text that is written after it. */
  remove(): void {
    this.write(REMOVED)
  }

  /**
   * Readable also while the phone is locked, because an app may refresh in the background. Excluded from backups for
   * other devices: two devices with one rotating refresh token would end its session.
   */
  #options(): { keychainAccessible: number } {
    // guard: the session of an app stays on its device
    //   (replace `this.#store.AFTER_FIRST_UNLOCK_THIS_DEVICE_ONLY` with `0`)
    return { keychainAccessible: this.#store.AFTER_FIRST_UNLOCK_THIS_DEVICE_ONLY }
  }
}
