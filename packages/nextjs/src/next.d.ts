// The parts of Next.js that this package uses. Next.js itself is installed only for its tests, in `examples/nextjs` and
// `interop`.
declare module 'next/headers' {
  import type { FrameworkRequest } from '@portico/client/server'

  export function cookies(): Promise<FrameworkRequest['cookies']>
  export function headers(): Promise<Headers>
}

declare module 'next/navigation' {
  export function notFound(): never
  export function redirect(to: string, type?: 'push' | 'replace'): never
  /** Throws again what Next.js itself has thrown, such as a redirect. Since version 15. */
  export function unstable_rethrow(error: unknown): void
  export function usePathname(): string
  export function useRouter(): { push(to: string): void }
}

declare module 'next/server' {
  import type { FrameworkRequest } from '@portico/client/server'

  export class NextRequest extends Request {
    readonly cookies: {
      getAll(): { name: string; value: string }[]
      set(name: string, value: string): unknown
    }
  }

  export class NextResponse extends Response {
    static next(options?: { request: { headers: Headers } }): NextResponse
    readonly cookies: FrameworkRequest['cookies']
  }
}
