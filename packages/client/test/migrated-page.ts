// A page of an application that migrated: it imports only the client from an entry that has the server app too.
import { StackClientApp } from '../src/stack.ts'

export const app = new StackClientApp({ tokenStore: 'cookie' })
