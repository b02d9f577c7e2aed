/** The properties that Vite adds to `import.meta`. A global declaration would conflict with that of the application. */
interface ViteMeta {
  readonly env: Readonly<Record<string, string | undefined>>
}

/**
 * Reads the settings from environment variables: first our names, then the original ones for applications that migrate.
 *
 * Each variable is a literal property access, because bundlers replace exactly that text with its value. Each read is a
 * separate function, because in a browser `process` may be missing although a bundler has replaced other variables.
 */
export const environment = {
  projectId: (): string | undefined =>
    readFirst([
      () => process.env.PORTICO_PROJECT_ID,
      () => process.env.NEXT_PUBLIC_PORTICO_PROJECT_ID,
      () => (import.meta as unknown as ViteMeta).env.VITE_PORTICO_PROJECT_ID,
      () => process.env.STACK_PROJECT_ID,
      () => process.env.NEXT_PUBLIC_STACK_PROJECT_ID,
      () => (import.meta as unknown as ViteMeta).env.VITE_STACK_PROJECT_ID,
    ]),
  publishableClientKey: (): string | undefined =>
    readFirst([
      () => process.env.PORTICO_PUBLISHABLE_CLIENT_KEY,
      () => process.env.NEXT_PUBLIC_PORTICO_PUBLISHABLE_CLIENT_KEY,
      () => (import.meta as unknown as ViteMeta).env.VITE_PORTICO_PUBLISHABLE_CLIENT_KEY,
      () => process.env.STACK_PUBLISHABLE_CLIENT_KEY,
      () => process.env.NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY,
      () => (import.meta as unknown as ViteMeta).env.VITE_STACK_PUBLISHABLE_CLIENT_KEY,
    ]),
  browserApiUrl: (): string | undefined =>
    readFirst([
      () => process.env.NEXT_PUBLIC_BROWSER_PORTICO_API_URL,
      () => (import.meta as unknown as ViteMeta).env.VITE_BROWSER_PORTICO_API_URL,
      () => process.env.NEXT_PUBLIC_BROWSER_STACK_API_URL,
    ]),
  serverApiUrl: (): string | undefined =>
    readFirst([
      () => process.env.NEXT_PUBLIC_SERVER_PORTICO_API_URL,
      () => (import.meta as unknown as ViteMeta).env.VITE_SERVER_PORTICO_API_URL,
      () => process.env.NEXT_PUBLIC_SERVER_STACK_API_URL,
    ]),
  apiUrl: (): string | undefined =>
    readFirst([
      () => process.env.PORTICO_API_URL,
      () => process.env.NEXT_PUBLIC_PORTICO_API_URL,
      () => (import.meta as unknown as ViteMeta).env.VITE_PORTICO_API_URL,
      () => process.env.STACK_API_URL,
      () => process.env.NEXT_PUBLIC_STACK_API_URL,
      () => process.env.NEXT_PUBLIC_STACK_URL,
      () => (import.meta as unknown as ViteMeta).env.VITE_STACK_API_URL,
    ]),
  extraRequestHeaders: (): string | undefined =>
    readFirst([
      () => process.env.NEXT_PUBLIC_PORTICO_EXTRA_REQUEST_HEADERS,
      () => (import.meta as unknown as ViteMeta).env.VITE_PORTICO_EXTRA_REQUEST_HEADERS,
      () => process.env.NEXT_PUBLIC_STACK_EXTRA_REQUEST_HEADERS,
    ]),
}

export function readFirst(reads: (() => string | undefined)[]): string | undefined {
  for (const read of reads) {
    try {
      // Some tools store the newline after a value, which headers hide and bodies do not.
      const value = read()?.trim()
      if (value) return value
    } catch {
      // `process` or `import.meta.env` does not exist here: the variable counts as unset.
    }
  }
  return undefined
}
