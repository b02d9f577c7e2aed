import type { Readable } from 'node:stream'

/**
 * Passes on the pieces of a body as they arrive. If the receiver throws, the rest is not read, and the connection can
 * still be answered.
 */
export async function receiveBody(
  request: Request,
  incoming: Readable | undefined,
  receive: (piece: Uint8Array) => void,
): Promise<void> {
  if (incoming) return receiveFromNode(incoming, receive)
  for await (const piece of request.body ?? []) receive(piece)
}

/** Several times faster than a web stream. */
function receiveFromNode(incoming: Readable, receive: (piece: Uint8Array) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void): void => {
      incoming.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose)
      settle()
    }
    const onData = (piece: Uint8Array): void => {
      try {
        receive(piece)
      } catch (error) {
        incoming.pause()
        end(() => reject(error))
      }
    }
    const onEnd = (): void => end(resolve)
    const onError = (error: Error): void => end(() => reject(error))
    const onClose = (): void => end(() => reject(new Error('The connection was closed.')))
    if (incoming.readableEnded) resolve()
    else if (incoming.destroyed) onClose()
    else incoming.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose)
  })
}
