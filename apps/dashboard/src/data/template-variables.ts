import type { EmailTemplateVariable } from '@portico/client/admin'

/** The name of the placeholder for the link of the mail; empty for a mail without a link. */
export function linkOf(all: readonly EmailTemplateVariable[]): string {
  return all.find(({ kind }) => kind === 'link')?.name ?? ''
}
