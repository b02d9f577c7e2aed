/** The published client of the version that is walked; `hosts.ts` says where it is. The host uses what both have. */
declare module 'official' {
  export * from '@portico/react/stack'
}

declare module '*.css'

/** The options of the app; put in when the page is built. */
declare const hostOptions: {
  readonly projectId: string
  readonly publishableClientKey: string
  readonly baseUrl: string
}
