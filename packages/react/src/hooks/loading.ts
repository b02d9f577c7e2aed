/** How the loading of a value fails and starts again. */
export interface Loading {
  /** The failure of loading it; null if there is none. */
  readonly failure: unknown
  /** Loads it again after a failure. */
  readonly reload: () => void
}
