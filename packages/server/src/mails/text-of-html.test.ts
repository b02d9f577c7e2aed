import { describe, expect, test } from 'vitest'

import { textOfHtml } from './text-of-html.ts'

describe('the text part of HTML', () => {
  test.each([
    ['paragraphs', '<p>One</p><p>Two</p>', 'One\n\nTwo\n'],
    ['a heading as it is written', '<h1>One</h1><p>Two</p>', 'One\n\nTwo\n'],
    ['lines', '<div>One<br>Two</div><div>Three</div>', 'One\nTwo\nThree\n'],
    ['a list', '<ul><li>One<li>Two</ul>', '- One\n- Two\n'],
    ['a rule', 'One<hr>Two', 'One\n\n--\n\nTwo\n'],
    [
      'the cells of a row on one line',
      '<table><tr><td>Sum</td><td>5 €</td></tr><tr><td>Tax</td></tr></table>',
      'Sum 5 €\nTax\n',
    ],
    ['inline elements', '<p>The <b>new</b> <i>one</i>, at\n  once.</p>', 'The new one, at once.\n'],
    [
      'a link',
      '<p>See <a href="https://a.example/?x=1&amp;y=2">the docs</a>.</p>',
      'See the docs (https://a.example/?x=1&y=2).\n',
    ],
    ['a link as its own label', '<a href="https://a.example">https://a.example</a>', 'https://a.example\n'],
    [
      'a link around an image',
      `<a href='https://a.example'><img src="x.png" alt="Logo"></a>`,
      'Logo (https://a.example)\n',
    ],
    ['a link without a label', '<a href=https://a.example><img src=x.png></a>', 'https://a.example\n'],
    ['the label of a link that runs code', '<a href="javascript:alert(1)">Click</a>', 'Click\n'],
    ['references', 'J&uuml;rgen &amp; &#x41;&lt;b&gt;', 'Jürgen & A<b>\n'],
    [
      'what a reader sees',
      '<!doctype html><head><title>No</title></head><style>p {}</style><body>Yes<!-- no --><script>1 < 2</script></body>',
      'Yes\n',
    ],
    ['nothing', '<p> </p>', ''],
  ])('contains %s', (_what, html, text) => {
    expect(textOfHtml(html)).toBe(text)
  })

  test('has an ellipsis in the place of elements that are nested too deeply', () => {
    expect(textOfHtml(`Before ${'<b>'.repeat(30_000)}deep`)).toBe('Before ...\n')
  })
})
