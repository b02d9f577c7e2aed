import type { FoundLine, ReadLine, Reader, Source, SourceInput } from './input/source.ts'

/** Returns the source with the name of the file in each line, as people know it. */
export function withFileNames(reader: Reader): Source {
  const [first] = reader.files
  return { ...reader, read: (input) => nameFiles(reader.read(input), input, first?.name ?? '') }
}

async function* nameFiles(
  lines: AsyncIterable<FoundLine>,
  { files }: SourceInput,
  first: string,
): AsyncGenerator<ReadLine> {
  for await (const line of lines) {
    const { file = first } = line
    yield { ...line, file: files[file]?.name ?? file }
  }
}
