// The parts of Expo and React Native that the app uses. Their packages would add hundreds of others to the repository.

declare module 'expo-secure-store' {
  interface SecureStoreOptions {
    keychainAccessible?: number
  }
  export const AFTER_FIRST_UNLOCK_THIS_DEVICE_ONLY: number
  export function getItem(key: string, options?: SecureStoreOptions): string | null
  export function setItem(key: string, value: string, options?: SecureStoreOptions): void
  export function deleteItemAsync(key: string, options?: SecureStoreOptions): Promise<void>
}

declare module 'expo-web-browser' {
  export function openAuthSessionAsync(
    url: string,
    redirectUrl?: string | null,
  ): Promise<{ type: 'cancel' | 'dismiss' | 'opened' | 'locked' } | { type: 'success'; url: string }>
}

declare module 'expo-crypto' {
  export enum CryptoDigestAlgorithm {
    SHA256 = 'SHA-256',
  }
  export function getRandomBytes(byteCount: number): Uint8Array
  export function digest(algorithm: CryptoDigestAlgorithm, data: BufferSource): Promise<ArrayBuffer>
}

declare module 'expo-linking' {
  export function useLinkingURL(): string | null
}

declare module 'expo-router' {
  export const router: { push(to: string): void; replace(to: string): void }
}

declare module 'react-native' {
  import type { ReactNode } from 'react'

  export const Alert: { alert(title: string, message?: string): void }
  export function Button(props: { title: string; onPress: () => void }): ReactNode
  export function Text(props: { children?: ReactNode }): ReactNode
}

// Metro finds this file without its extension. The type check of this repository follows Node, which does not.
declare module '*/portico' {
  import type { PorticoExpoApp } from '@portico/react/expo'

  export const portico: PorticoExpoApp
}
