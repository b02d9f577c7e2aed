/** All problems with the settings, so that the operator can fix them at once. */
export class SettingsProblems extends Error {
  override readonly name = 'SettingsProblems'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(
      `The settings have ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    )
    this.problems = problems
  }
}
