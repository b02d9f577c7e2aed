// A page of a migrated application. It imports only the client, from an entry that also contains the server app.
import { StackClientApp } from '../src/stack.ts'

export const app = new StackClientApp({ tokenStore: 'cookie' })
