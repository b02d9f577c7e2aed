const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const FRAME_MILLIS = 120
const LINE_MILLIS = 15_000
const CLEAR_LINE = '\r\u001B[K'

/**
 * Shows that the program waits for somebody: a turning mark with the time in a terminal, a line now and then in a log.
 *
 * @returns ends it and leaves no trace of the mark
 */
export function showWaiting(output: NodeJS.WriteStream): () => void {
  const startedAt = performance.now()
  const waited = (): string => {
    const seconds = Math.floor((performance.now() - startedAt) / 1_000)
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  }
  if (!output.isTTY) {
    output.write('Waiting for you to confirm in the browser …\n')
    const timer = setInterval(() => output.write(`Still waiting (${waited()}) …\n`), LINE_MILLIS)
    return () => clearInterval(timer)
  }
  let turn = 0
  const draw = (): void => {
    output.write(`${CLEAR_LINE}${frames[turn % frames.length]} Waiting for you to confirm in the browser (${waited()})`)
    turn += 1
  }
  draw()
  const timer = setInterval(draw, FRAME_MILLIS)
  return () => {
    clearInterval(timer)
    output.write(CLEAR_LINE)
  }
}
