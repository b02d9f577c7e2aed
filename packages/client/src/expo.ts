/**
 * What `PorticoExpoApp` of `@portico/react/expo` is made of: a token store in the secure storage of a device, and
 * sign-in with a provider in its browser.
 */
export { partsOfExpoApp, type ExpoAppParts, type PorticoExpoAppOptions } from './expo/expo-app-options.ts'
export type { CryptoModule, ExpoModules, SecureStoreModule, WebBrowserModule } from './expo/expo-modules.ts'
export { BrowserError } from './transport/browser-error.ts'
