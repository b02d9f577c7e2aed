/** A JSON value, such as metadata. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
