import type { Ports } from './ports.ts'
import { readStored } from './page-storage.ts'

/** The secrets of this browser, one for each user who has it remembered: separated by commas, newest first. */
export function deviceKey(projectId: string): string {
  return `portico_devices_${projectId}`
}

/**
 * Returns the header that recognises this browser. Without a secret there is no header, so that services that do not
 * know it get unchanged requests.
 */
export function deviceHeaders(ports: Ports, projectId: string): Readonly<Record<string, string>> | null {
  const secrets = readStored(ports, 'localStorage', deviceKey(projectId))
  return secrets === null ? null : { 'x-portico-device': secrets }
}
