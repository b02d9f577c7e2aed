import { expect, test } from 'vitest'

import { readCsv, type CsvItem } from './csv.ts'

async function read(content: string): Promise<CsvItem[]> {
  const items: CsvItem[] = []
  const file = {
    async *open() {
      yield await Promise.resolve(Buffer.from(content))
    },
  }
  for await (const item of readCsv(file, { title: 'Example', columns: ['id'] })) items.push(item)
  return items
}

test('a file that ends within a quoted value yields the rows before it, and the line of the last one', async () => {
  const items = await read('id;name\n1;Ada\n\n2;"Béla\nSample"\n3;"Chlo')

  expect(items).toEqual([
    { line: 2, row: { id: '1', name: 'Ada' } },
    { line: 4, row: { id: '2', name: 'Béla\nSample' } },
    { line: 6, problem: 'The file ends within a quoted value that starts in this row. It is truncated.' },
  ])
})

test('a quote within a value ends the file with its line, because the rest cannot be split into rows', async () => {
  const items = await read('id,name\n1,Ada\n2,B"la\n3,Chloé\n')

  expect(items[0]).toEqual({ line: 2, row: { id: '1', name: 'Ada' } })
  expect(items[1]).toMatchObject({ line: 3, problem: expect.stringContaining('The row is not CSV') as string })
  expect(items).toHaveLength(2)
})
