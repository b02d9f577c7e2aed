import { TooBusy } from '../../kernel/too-busy.ts'

/**
 * Node keeps this much per piece of a body, so that a body in pieces of one byte needs far more memory than its length.
 */
const PIECE_BYTES = 256
const RETRY_AFTER_SECONDS = 2

/**
 * The bytes of request bodies that this node holds. Each body also has its own limit; this one bounds all bodies
 * together.
 */
export class BodyBudget {
  readonly #maxBytes: number
  #heldBytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** The part of one request, which `release` gives back. */
  open(): BodyShare {
    let heldBytes = 0
    const requireRoom = (bytes: number): void => {
      // guard: the bodies of all requests are bounded together [body]
      if (this.#heldBytes + bytes > this.#maxBytes) throw new TooBusy(RETRY_AFTER_SECONDS)
    }
    return {
      // Holds nothing: otherwise clients that announce large bodies and do not send them would keep out all others.
      announce: requireRoom,
      hold: (bytes) => {
        requireRoom(bytes + PIECE_BYTES)
        heldBytes += bytes + PIECE_BYTES
        this.#heldBytes += bytes + PIECE_BYTES
      },
      release: () => {
        this.#heldBytes -= heldBytes
        heldBytes = 0
      },
    }
  }
}

export interface BodyShare {
  /** @throws TooBusy if a body of this length does not fit now */
  announce(bytes: number): void
  /** @throws TooBusy if the next piece of a body does not fit */
  hold(bytes: number): void
  release(): void
}
