/** Production refuses everything that is for one machine only: example secrets, the embedded database, inbox and look-alikes. */
export type Mode = 'development' | 'production'
