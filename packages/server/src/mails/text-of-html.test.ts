import { describe, expect, test } from 'vitest'

import { textOfHtml } from './text-of-html.ts'

describe('the text part of HTML', () => {
  test.each([
    ['paragraphs', '<p>One</p><p>Two</p>', 'One\n\nTwo\n'],
    ['lines', '<div>One<br>Two</div><div>Three</div>', 'One\nTwo\nThree\n'],
    ['a list', '<ul><li>One<li>Two</ul>', '- One\n- Two\n'],
    ['a rule', 'One<hr>Two', 'One\n\n--\nTwo\n'],
    ['cells', '<table><tr><td>Sum</td><td>5 €</td></tr></table>', 'Sum 5 €\n'],
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
    ['a link that runs code', '<a href="javascript:alert(1)">Click</a>', 'Click\n'],
    [
      'references',
      'J&uuml;rgen &amp; &#x41;&#66; &nbsp; &unknown; &#0;&#xd800;&#9999999;',
      'Jürgen & AB &unknown; ��\n',
    ],
    ['a reference to a tag', '&lt;b&gt;', '<b>\n'],
    [
      'hidden elements',
      '<head><title>No</title></head><style>p {}</style><body>Yes<script>1 < 2</script></body>',
      'Yes\n',
    ],
    ['comments and declarations', '<!doctype html><!-- <p>No --><?xml no?>Yes', 'Yes\n'],
    ['a lone bracket', '1 < 2 <3', '1 < 2 <3\n'],
    ['an attribute with the end of a tag', '<p title="a > b">Text</p>', 'Text\n'],
    ['an apostrophe outside of a value', `<p don't>Text</p>It's`, `Text\n\nIt's\n`],
    ['an unclosed tag, comment or element', 'Yes<p title="', 'Yes\n'],
    ['an unclosed comment', 'Yes<!-- no', 'Yes\n'],
    ['an unclosed hidden element', 'Yes<STYLE>no', 'Yes\n'],
    ['nothing', '<p> </p>', ''],
  ])('contains %s', (_what, html, text) => {
    expect(textOfHtml(html)).toBe(text)
  })

  test.each([
    '<',
    '<!--',
    '<a href="',
    "<a href='",
    '<style>',
    '</a',
    '&#',
    'href = ',
    '<p ',
    '<a x=\'">',
    '<br>',
    '<a href=https://a>',
  ])('takes no longer for many repetitions of %s', (piece) => {
    const html = piece.repeat(Math.floor(100_000 / piece.length))

    const startedAt = performance.now()
    textOfHtml(html)

    expect(performance.now() - startedAt).toBeLessThan(1_000)
  })
})
