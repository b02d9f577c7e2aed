/**
 * Production mode refuses everything that suits only a local machine: example secrets, the embedded database, the inbox
 * and the simulated sign-in providers.
 */
export type Mode = 'development' | 'production'
