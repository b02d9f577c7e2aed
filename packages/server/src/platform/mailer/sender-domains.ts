import type { Mode } from '../../kernel/mode.ts'

export interface SenderDomainSettings {
  readonly mode: Mode
  /** Empty: every domain is permitted. */
  readonly senderDomains: readonly string[]
}

/** Whether the operator permits projects to send as the address. Development mode permits every address. */
export function isPermittedSender({ mode, senderDomains }: SenderDomainSettings, address: string): boolean {
  if (mode !== 'production' || senderDomains.length === 0) return true
  const domain = address.slice(address.lastIndexOf('@') + 1)
  // guard: a sender is a domain that the operator permits, and not one that ends like it
  //   (replace `.${permitted}` with `${permitted}`) [email-config]
  return senderDomains.some((permitted) => domain === permitted || domain.endsWith(`.${permitted}`))
}
