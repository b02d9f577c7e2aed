import { readFileSync } from 'node:fs'
import { type as operatingSystem } from 'node:os'

export function ownVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  return manifest.version
}

/** The name of this terminal on the confirmation page and in the list of sessions. */
export function userAgent(): string {
  return `portico/${ownVersion()} (${operatingSystem()})`
}
