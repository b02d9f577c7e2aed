/** What `@portico/nextjs/server` is outside of server code. */
const message =
  '`createPortico` of @portico/nextjs/server was called in code of a client component. Move the call to a module that only server components, actions and route handlers import. In a client component, import `useUser` and other hooks from @portico/nextjs.'

function refuse(): never {
  throw new Error(message)
}

export { refuse as createAccessTokenVerifier, refuse as createPortico, refuse as verifyWebhook }
export { KnownError, KnownErrors } from '@portico/client'
