import type { ApiKeyContext } from '../resources/api-keys.ts'
import type { ServerContext } from './server-context.ts'
import type { SendRequest } from '../transport/request.ts'
import { asClient } from '../transport/wrap-request.ts'

/** @param request sends changes with the session of the user, if there is one */
export function apiKeyContextOf(
  context: ServerContext,
  request: SendRequest<'server'> = context.request,
): ApiKeyContext {
  return {
    request: asClient(request),
    now: context.ports.now,
    // guard: a request checks an API key again after a change of a key
    //   (replace `context.cache?.afterApiKeyChange()` with `undefined`) [server/api-keys]
    afterChange: async () => context.cache?.afterApiKeyChange(),
  }
}
