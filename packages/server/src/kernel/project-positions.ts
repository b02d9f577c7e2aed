/**
 * The ways in which SQL names its project: a comparison with `project_id`, the first column of new rows, and the key of
 * `projects`. `tools/project-scope` proves with PostgreSQL's parser that no statement uses another way.
 */
const projectParameters = [
  // An index may begin with an expression, such as `project_id || ' failed'`.
  /\bproject_id(?: \|\| (?:'[^']*'|\w+))* = \$(\d+)/g,
  /\(project_id\b[^)]*\)\s+(?:values\s*\(|select )\$(\d+)/g,
  /insert into projects \(id\b[^)]*\)\s+values\s*\(\$(\d+)/g,
  /(?:from|update) projects(?: \w+)?(?: set [^;]*?)? where (?:\w+\.)?id = \$(\d+)/g,
]

/**
 * Finds the parameters of a statement that carry the id of its project. Returns their positions in the list of values.
 */
export function findProjectPositions(text: string): number[] {
  return projectParameters.flatMap((form) => [...text.matchAll(form)].map(([, number]) => Number(number) - 1))
}
