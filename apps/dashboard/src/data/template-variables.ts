import type { EmailTemplateVariable } from '@portico/client/admin'

/** The name of the address that the mail is for. */
export function linkOf(all: readonly EmailTemplateVariable[]): string {
  return all.find(({ kind }) => kind === 'link')?.name ?? ''
}
