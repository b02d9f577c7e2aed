import * as Crypto from 'expo-crypto'
import { router } from 'expo-router'
import * as SecureStore from 'expo-secure-store'
import * as WebBrowser from 'expo-web-browser'
import { PorticoExpoApp } from '@portico/react/expo'

export const portico = new PorticoExpoApp({
  baseUrl: process.env.EXPO_PUBLIC_PORTICO_API_URL,
  projectId: process.env.EXPO_PUBLIC_PORTICO_PROJECT_ID,
  publishableClientKey: process.env.EXPO_PUBLIC_PORTICO_PUBLISHABLE_CLIENT_KEY,
  modules: { SecureStore, WebBrowser, Crypto },
  // #region redirects
  redirectMethod: { navigate: (to) => router.replace(to), useNavigate: () => (to) => router.push(to) },
  urls: { signIn: '/sign-in', afterSignIn: '/', afterSignOut: '/sign-in' },
  // #endregion
})
