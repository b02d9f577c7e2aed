/** The published client of the tested version, an alias from `hosts.ts`. The host uses only exports of both clients. */
declare module 'official' {
  export * from '@portico/react/stack'
}

declare module '*.css'

/** The options of the app, defined when Vite builds the page. */
declare const hostOptions: {
  readonly projectId: string
  readonly publishableClientKey: string
  readonly baseUrl: string
}
