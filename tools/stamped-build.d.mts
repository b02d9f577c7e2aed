export class StampedBuild {
  constructor(stampPath: string, output: string | readonly string[], hash: () => string)
  isCurrent(): boolean
  mark(stamp?: string): void
  run(announcement: string, build: () => Promise<number>): Promise<number>
}
