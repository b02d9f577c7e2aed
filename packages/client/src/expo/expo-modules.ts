// What the SDK uses of Expo's packages. The application imports them and passes them, so that Metro needs to find them
// only in apps that use Expo, and tests run without a device.

/** The package `expo-secure-store`, which keeps the session. */
export interface SecureStoreModule {
  /** Reads an entry. */
  getItem(key: string, options?: SecureStoreOptions): string | null
  /** Writes an entry. */
  setItem(key: string, value: string, options?: SecureStoreOptions): void
  /** Removes an entry. */
  deleteItemAsync(key: string, options?: SecureStoreOptions): Promise<void>
  /** The class of keychain entries that are readable from the first unlock on, and that no other device gets. */
  readonly AFTER_FIRST_UNLOCK_THIS_DEVICE_ONLY: number
}

/** Where the secure storage of iOS keeps a value. */
interface SecureStoreOptions {
  /** When iOS gives the value out. */
  keychainAccessible?: number
}

/** The package `expo-web-browser`, which opens the page of a provider. */
export interface WebBrowserModule {
  /** Opens the system browser until it is sent to `redirectUrl` or closed. */
  openAuthSessionAsync(url: string, redirectUrl: string): Promise<{ readonly type: string; readonly url?: string }>
}

/** The package `expo-crypto`, which creates random values and hashes. */
export interface CryptoModule {
  /** Returns cryptographically secure random bytes. */
  getRandomBytes(byteCount: number): Uint8Array
  /** Returns the hash of bytes. */
  digest(algorithm: string, data: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer>
}

/** The packages of Expo that the SDK uses. */
export interface ExpoModules {
  /** The keychain of iOS and the keystore of Android. */
  readonly SecureStore: SecureStoreModule
  /** The system browser. */
  readonly WebBrowser: WebBrowserModule
  /** Random numbers and hashes, which the engine of React Native lacks. */
  readonly Crypto: CryptoModule
}
