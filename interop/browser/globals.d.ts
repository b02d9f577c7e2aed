// The published clients. The host uses only exports that our client has too.
declare module 'stackframe-react-oldest' {
  export * from '@portico/react/stack'
}
declare module 'stackframe-react-newest' {
  export * from '@portico/react/stack'
}

declare module '*.css'

/** The options of the app, defined when Vite builds the page. */
declare const hostOptions: {
  readonly projectId: string
  readonly publishableClientKey: string
  readonly baseUrl: string
}
