import { StackServerApp } from 'official'

/** Reads the project, its keys and the address of the service from the environment. */
export const stackServerApp = new StackServerApp({ tokenStore: 'nextjs-cookie' })
