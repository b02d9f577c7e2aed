import type { ApiKeyContext } from '../resources/api-keys.ts'
import type { ServerContext } from './server-context.ts'
import type { SendRequest } from '../transport/request.ts'

/** @param request sends changes with the session of the user, if there is one */
export function apiKeyContextOf(context: ServerContext, request: SendRequest = context.request): ApiKeyContext {
  return { request, now: context.ports.now, afterChange: async () => context.cache?.afterApiKeyChange() }
}
