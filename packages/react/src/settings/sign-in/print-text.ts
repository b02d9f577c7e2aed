/**
 * Prints a text alone, without the page. The frame has neither script nor style, so a strict Content Security Policy
 * permits it.
 */
export function printText(title: string, text: string): void {
  const frame = document.createElement('iframe')
  // Without a size, but laid out: browsers print nothing of a frame that is not displayed.
  frame.width = '0'
  frame.height = '0'
  document.body.append(frame)
  const { contentDocument: paper, contentWindow: printer } = frame
  if (!paper || !printer) return frame.remove()
  paper.title = title
  const lines = paper.createElement('pre')
  lines.textContent = text
  paper.body.append(lines)
  printer.addEventListener('afterprint', () => frame.remove())
  printer.print()
}
