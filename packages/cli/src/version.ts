import { readFileSync } from 'node:fs'
import { type as operatingSystem } from 'node:os'

export function ownVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
  return manifest.version
}

/** How the page that confirms, and later the list of sessions, names this terminal. */
export function userAgent(): string {
  return `portico/${ownVersion()} (${operatingSystem()})`
}
