import type { porticoAppInternalsSymbol } from '@portico/client'
import type { PorticoHandlerProps, PorticoProviderProps, ProviderSeed } from '@portico/react'

/** An app of this package in a server component, or a client app in a client component. */
export interface AnyApp {
  /** The project of the app. */
  readonly projectId: string
  readonly [porticoAppInternalsSymbol]: object
}

/** The props of `PorticoProvider`, in server components and in client components. */
export interface PorticoNextProviderProps extends Omit<PorticoProviderProps, 'app' | 'seed'> {
  /** In a server component the app of `createPortico()`, in a client component a `PorticoClientApp`. */
  readonly app: AnyApp
  /**
   * Whether the server reads the user for the components below. Each page then depends on the cookies of its request;
   * with `false`, pages can be static, and the browser reads the user. Only for server components. Default: true.
   */
  readonly loadUser?: boolean
  /** Data for the first render. Only for client components: a server component reads the user itself. */
  readonly seed?: ProviderSeed
}

type Params = Readonly<Record<string, string | readonly string[] | undefined>>

/** The props that Next.js passes to a page. */
export interface RouteProps {
  /** The parts of the path that the route names. */
  readonly params: Params | Promise<Params>
  /** The query of the address. */
  readonly searchParams: Params | Promise<Params>
}

/** The props of `PorticoHandler`, in server components and in client components. */
export interface PorticoNextHandlerProps extends Omit<PorticoHandlerProps, 'app'>, Partial<RouteProps> {
  /** In a server component the app of `createPortico()`. Default in a client component: that of the provider. */
  readonly app?: AnyApp | undefined
  /** The props of the page. Required in a server component. */
  readonly routeProps?: RouteProps
}
