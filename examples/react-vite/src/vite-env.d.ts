/// <reference types="vite/client" />

interface ImportMetaEnv {
  readonly VITE_EVERY_PROVIDER_PROJECT_ID: string
  readonly VITE_EVERY_PROVIDER_PUBLISHABLE_CLIENT_KEY: string
}
