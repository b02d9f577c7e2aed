/** Vite's part of `import.meta`. A global declaration would collide with the application's own. */
interface ViteMeta {
  readonly env: Readonly<Record<string, string | undefined>>
}

/**
 * The settings of the environment, each under our name and, for applications that migrate, the original one.
 *
 * Every variable is written out as a literal property access, because that text is what bundlers replace with its value;
 * and each read stands alone, because in a browser `process` may be missing while a neighbour has been replaced.
 */
export const environment = {
  projectId: (): string | undefined =>
    first([
      () => process.env.PORTICO_PROJECT_ID,
      () => process.env.NEXT_PUBLIC_PORTICO_PROJECT_ID,
      () => (import.meta as unknown as ViteMeta).env.VITE_PORTICO_PROJECT_ID,
      () => process.env.STACK_PROJECT_ID,
      () => process.env.NEXT_PUBLIC_STACK_PROJECT_ID,
      () => (import.meta as unknown as ViteMeta).env.VITE_STACK_PROJECT_ID,
    ]),
  publishableClientKey: (): string | undefined =>
    first([
      () => process.env.PORTICO_PUBLISHABLE_CLIENT_KEY,
      () => process.env.NEXT_PUBLIC_PORTICO_PUBLISHABLE_CLIENT_KEY,
      () => (import.meta as unknown as ViteMeta).env.VITE_PORTICO_PUBLISHABLE_CLIENT_KEY,
      () => process.env.STACK_PUBLISHABLE_CLIENT_KEY,
      () => process.env.NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY,
      () => (import.meta as unknown as ViteMeta).env.VITE_STACK_PUBLISHABLE_CLIENT_KEY,
    ]),
  browserApiUrl: (): string | undefined =>
    first([
      () => process.env.NEXT_PUBLIC_BROWSER_PORTICO_API_URL,
      () => (import.meta as unknown as ViteMeta).env.VITE_BROWSER_PORTICO_API_URL,
      () => process.env.NEXT_PUBLIC_BROWSER_STACK_API_URL,
    ]),
  serverApiUrl: (): string | undefined =>
    first([
      () => process.env.NEXT_PUBLIC_SERVER_PORTICO_API_URL,
      () => (import.meta as unknown as ViteMeta).env.VITE_SERVER_PORTICO_API_URL,
      () => process.env.NEXT_PUBLIC_SERVER_STACK_API_URL,
    ]),
  apiUrl: (): string | undefined =>
    first([
      () => process.env.PORTICO_API_URL,
      () => process.env.NEXT_PUBLIC_PORTICO_API_URL,
      () => (import.meta as unknown as ViteMeta).env.VITE_PORTICO_API_URL,
      () => process.env.STACK_API_URL,
      () => process.env.NEXT_PUBLIC_STACK_API_URL,
      () => process.env.NEXT_PUBLIC_STACK_URL,
      () => (import.meta as unknown as ViteMeta).env.VITE_STACK_API_URL,
    ]),
  extraRequestHeaders: (): string | undefined =>
    first([
      () => process.env.NEXT_PUBLIC_PORTICO_EXTRA_REQUEST_HEADERS,
      () => (import.meta as unknown as ViteMeta).env.VITE_PORTICO_EXTRA_REQUEST_HEADERS,
      () => process.env.NEXT_PUBLIC_STACK_EXTRA_REQUEST_HEADERS,
    ]),
}

function first(reads: (() => string | undefined)[]): string | undefined {
  for (const read of reads) {
    try {
      const value = read()
      if (value) return value
    } catch {
      // Neither `process` nor `import.meta.env` exists everywhere; then the variable counts as unset.
    }
  }
  return undefined
}
