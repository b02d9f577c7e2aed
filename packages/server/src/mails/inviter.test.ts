import { describe, expect, test } from 'vitest'

import { inviterInMail } from './inviter.ts'
import { plainText } from './mail-data.ts'

describe('an inviter in a mail', () => {
  test.each([
    ['Ada', 'ada@example.com', 'Ada', ''],
    ['“”', 'ada@example.com', '', 'ada@example.com'],
    [null, 'Ada.O+x@mail-1.example.com', '', 'Ada.O+x@mail-1.example.com'],
    ['', 'ada@example.com', '', 'ada@example.com'],
    ['', "o'brien@example.com", '', "o'brien@example.com"],
    [null, "evil.example'x@evil.example", "evil·example'x @ evil·example", ''],
    ['eve@evil.example', 'eve@evil.example', 'eve @ evil·example', ''],
    [null, 'www.evil.example/x@evil.example', 'www·evil·example/x @ evil·example', ''],
    [null, 'www.evil@evil.example', 'www·evil @ evil·example', ''],
    [null, '"x"@evil.example', 'x @ evil·example', ''],
    [null, 'ada@bücher.example', 'ada @ bücher·example', ''],
    [null, null, '', ''],
  ])('has no link: name %j, address %j', (name, address, chosenName, personAddress) => {
    const personName = chosenName === '' ? '' : { chosenName }
    expect(inviterInMail(name, address)).toEqual({ personName, personAddress: plainText(personAddress) })
  })
})
