const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const FRAME_MILLIS = 120
const LINE_MILLIS = 15_000
const CLEAR_LINE = '\r\u001B[K'

/**
 * Shows that the program waits for the user: a spinner with the elapsed time in a terminal, a line every 15 seconds in
 * a log.
 *
 * @returns function that stops the spinner and clears its line
 */
export function showWaiting(output: NodeJS.WriteStream): () => void {
  const startedAt = performance.now()
  const formatElapsed = (): string => {
    const seconds = Math.floor((performance.now() - startedAt) / 1_000)
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  }
  if (!output.isTTY) {
    output.write('Waiting for you to confirm in the browser …\n')
    const timer = setInterval(() => output.write(`Still waiting (${formatElapsed()}) …\n`), LINE_MILLIS)
    return () => clearInterval(timer)
  }
  let frame = 0
  const draw = (): void => {
    output.write(
      `${CLEAR_LINE}${frames[frame % frames.length]} Waiting for you to confirm in the browser (${formatElapsed()})`,
    )
    frame += 1
  }
  draw()
  const timer = setInterval(draw, FRAME_MILLIS)
  return () => {
    clearInterval(timer)
    output.write(CLEAR_LINE)
  }
}
