import { deleteKeysOfUser } from '../api-keys/store.ts'
import type { Credential } from './credential.ts'

/** The API keys of a user give access as a credential does, so the owner of the mailbox must not inherit them. */
export const apiKey: Credential = {
  remove: deleteKeysOfUser,
  describe: ({ hasApiKey }) => (hasApiKey ? [{ type: 'api_keys' }] : []),
}
