import { describe, expect, test } from 'vitest'

import { findMutations, findMutationsOf } from './find-mutations.ts'
import { parse } from './syntax.ts'

const mutations = findMutations()

describe('the markers of the source', () => {
  test('change the code into other code that can be parsed', () => {
    expect(mutations.length).toBeGreaterThan(0)
    for (const { file, mutated } of mutations) parse(file, mutated)
  })

  test('name each check once', () => {
    const checks = mutations.map(({ check }) => check)

    expect(checks.filter((check, index) => checks.indexOf(check) !== index)).toEqual([])
  })
})

const testFiles = ['packages/a/src/keys.test.ts', 'packages/a/src/race.postgres.test.ts', 'packages/b/src/keys.test.ts']

function mutate(source: string): { mutated: string; tests: readonly string[]; engine: string } {
  const [first, ...others] = findMutationsOf('packages/a/src/keys.ts', source, testFiles)
  expect(others).toEqual([])
  if (!first) throw new Error('No marker was found')
  return { ...first, mutated: first.mutated.replaceAll(/^\/\/.*\n/gm, '') }
}

/** White space does not matter. */
function plain(text: string): string {
  return text.replaceAll(/\s+/g, '')
}

describe('a marker without an operator', () => {
  test.each([
    ['a statement', '// guard: x\nif (isOld) throw refused()\nuse()', 'use()'],
    ['an element', 'f([\n// guard: x\na,\nb])', 'f([b])'],
    ['a property', 'f({\n// guard: x\na: 1,\n})', 'f({})'],
    ['an operand', 'f(a &&\n// guard: x\nb)', 'f(a)'],
  ])('removes %s', (_, source, expected) => {
    expect(plain(mutate(source).mutated)).toBe(plain(expected))
  })

  test.each([
    ['a declaration', 'const key = 1'],
    ['nothing', ''],
  ])('is refused above %s', (_, source) => {
    expect(() => mutate(`// guard: x\n${source}`)).toThrow('packages/a/src/keys.ts: the marker "')
  })
})

describe('drop', () => {
  test.each([
    ['an operand', 'x = a && isFresh(b) && c', 'isFresh(b)', 'x = a && c'],
    ['the first operand', 'x = isOld(a) || b', 'isOld(a)', 'x = b'],
    ['the smallest part', 'if (a && (isOld || b)) stop()', 'isOld', 'if (a && (b)) stop()'],
    ['an argument', 'f(a, { b }, c)', '{ b }', 'f(a,  c)'],
    ['the last property', 'f({ a, b: 1 })', 'b: 1', 'f({ a })'],
    ['a call of a chain', 'f(list.filter(isNew).map(g))', '.filter(isNew)', 'f(list.map(g))'],
    ['the part beside an operator', 'f(({ a }) => b && a)', '&& a', 'f(({ a }) => b)'],
    ['a branch', 'if (a) b()\nelse if (c) d()', 'if (c)', 'if (a) b()'],
    ['the statement of a condition', 'if (a) b()', 'b()', 'if (a) {}'],
    ['a condition', 'sql`where a = ${b} and c is null`', 'c is null', 'sql`where a = ${b} `'],
    ['the first condition', 'sql`where a = ${b} and c is null`', 'a =', 'sql`where  c is null`'],
    ['the only condition', 'sql`select (select 1 where a)`', 'where a', 'sql`select (select 1 )`'],
    ['a condition of a group', 'sql`where (a or b = ${f("x and y")}) and c`', 'b =', 'sql`where (a ) and c`'],
    ['a whole hole', 'sql`where a and ${isActive(b)} for update`', 'isActive', 'sql`where a for update`'],
    ['a range', 'sql`where a between 1 and 2 and b`', 'a between', 'sql`where  b`'],
    ['a clause', 'sql`select 1 order by a, b for update`', 'for update', 'sql`select 1 order by a, b `'],
    ['an item', 'sql`set a = 1, b = 2 where c`', 'b = 2', 'sql`set a = 1where c`'],
  ])('removes %s', (_, source, quote, expected) => {
    expect(plain(mutate(`// guard: x (drop \`${quote}\`)\n${source}`).mutated)).toBe(plain(expected))
  })

  test.each([
    ['occurs twice', 'f(a, a)', 'a'],
    ['does not occur', 'f(a)', 'b'],
    ['cannot be removed', 'x = a + b', 'a + b'],
  ])('is refused if its quote %s', (_, source, quote) => {
    expect(() => mutate(`// guard: x (drop \`${quote}\`)\n${source}`)).toThrow('does not fit the code below it')
  })
})

describe('keep', () => {
  test.each([
    ['a call by its argument', 'const a = requireTrusted(b, url)', 'url', 'const a = url'],
    ['a call of a method by its argument', 'const a = this.list.find(url)', 'url', 'const a = url'],
    ['a conditional by its branch', 'x = a ? b : null', 'null', 'x = null'],
    ['a part of a text', 'x = `${a ? "__Host-" : ""}name`', '""', 'x = `${""}name`'],
    ['the part beside an operator', 'x = a?.b ? null : a', ': a', 'x = a'],
  ])('replaces %s', (_, source, quote, expected) => {
    expect(mutate(`// guard: x (keep \`${quote}\`)\n${source}`).mutated).toBe(expected)
  })
})

describe('replace', () => {
  test.each([
    ['a value', 'const a = 60', '60', '600', 'const a = 600'],
    ['an expression whose end is not quoted', 'f(hash(a, g(b)), c)', 'hash(…)', 'null', 'f(null, c)'],
    ['a text over two lines', 'f(\n  a,\n  b,\n)', 'a, b', 'b, a', 'f(\n  b, a,\n)'],
  ])('replaces %s', (_, source, quote, replacement, expected) => {
    expect(mutate(`// guard: x (replace \`${quote}\` with \`${replacement}\`)\n${source}`).mutated).toBe(expected)
  })
})

describe('the text of a marker', () => {
  test('continues in a comment that is indented', () => {
    const source = '// guard: x\n//   (drop `b`)\n//   [race.postgres]\n// A reason.\nx = a && b'

    expect(mutate(source)).toMatchObject({ mutated: expect.stringMatching(/x = a$/), engine: 'postgres' })
  })

  test('names the tests by the end of their path, a folder, or else those beside the file', () => {
    expect(mutate('// guard: x\nf()').tests).toEqual(['packages/a/src/keys.test.ts'])
    expect(mutate('// guard: x [b/src/keys, race.postgres]\nf()').tests).toEqual([testFiles[2], testFiles[1]])
    expect(mutate('// guard: x [a/]\nf()').tests).toEqual([testFiles[0], testFiles[1]])
    expect(() => mutate('// guard: x [locks]\nf()')).toThrow('names the test "locks", which does not exist')
  })

  test('selects PostgreSQL for all of its tests', () => {
    expect(mutate('// guard: x\nf()').engine).toBe('pglite')
    expect(mutate('// guard: x [postgres]\nf()')).toMatchObject({ engine: 'postgres', tests: [testFiles[0]] })
    expect(mutate('// guard: x [postgres: b/src/keys]\nf()')).toMatchObject({
      engine: 'postgres',
      tests: [testFiles[2]],
    })
  })

  test.each(['// guard:', '// guard x', '// guard: x (replace `a`)', '// guard: x (keep `a` with `b`)'])(
    'is refused if it is malformed: %s',
    (marker) => {
      expect(() => mutate(`${marker}\nf(a)`)).toThrow('is malformed')
    },
  )
})
