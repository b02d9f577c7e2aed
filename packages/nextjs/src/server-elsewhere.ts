/** The entry `@portico/nextjs/server` outside of server code. Its functions throw this message. */
const message =
  '@portico/nextjs/server works in server components, actions, route handlers and proxy.ts only. In a client component, import `useUser` and other hooks from @portico/nextjs, and no module that calls `createPortico`. In pages/api, scripts and unit tests, use `PorticoServerApp` of @portico/client/server.'

function refuse(): never {
  throw new Error(message)
}

export { refuse as createAccessTokenVerifier, refuse as createPortico, refuse as verifyWebhook }
export { KnownError, KnownErrors } from '@portico/client'
