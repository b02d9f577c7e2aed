import type * as Notices from './set-up-notice.ts'

/** True in the page of a development build. Bundlers replace the variable; without a bundler there is no `process`. */
export function isDevelopment(): boolean {
  try {
    return process.env.NODE_ENV === 'development' && typeof document === 'object'
  } catch {
    return false
  }
}

/** Tells the developer about the set-up, in the page of a development build. Its code loads only there. */
export function inDevelopment(tell: (notices: typeof Notices) => void): void {
  if (isDevelopment()) void import('./set-up-notice.ts').then(tell)
}
