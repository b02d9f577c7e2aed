import {
  allRows,
  fragment,
  noResult,
  sequence,
  statement,
  type SqlFragment,
  type Statement,
  unscoped,
} from '../../kernel/statement.ts'
import { preferIndexes } from '../../platform/db/sweep.ts'

/** Days as `YYYY-MM-DD`, both included. */
export interface DayRange {
  readonly first: string
  readonly last: string
}

export interface Figures {
  readonly users: number
  /** By day; days without any are absent. */
  readonly signUps: ReadonlyMap<string, number>
  /** By day; days without any are absent. */
  readonly activeUsers: ReadonlyMap<string, number>
  /** The credentials by method. */
  readonly methods: ReadonlyMap<string, number>
  /** The users by country. */
  readonly countries: ReadonlyMap<string, number>
}

interface FigureRow {
  readonly figure: string
  readonly key: string
  readonly amount: number
}

/**
 * Reads the figures of a project: the stored amounts plus the deltas that the worker has not added yet. One statement
 * reads both, so the sums are exact. Run `preferOrderedIndexes` before it in the same transaction.
 */
export function readFigures(projectId: string, { first, last }: DayRange): Statement<Figures> {
  const ofDay = (figure: string): SqlFragment => fragment`
      select figure, key, amount from figures
      where project_id = ${projectId} and figure = ${figure} and key >= ${first} and key <= ${last}`
  const ofAllTime = (figure: string): SqlFragment => fragment`
      select figure, key, amount from figures where project_id = ${projectId} and figure = ${figure}`
  return statement<FigureRow>`
    select figure, key, sum(amount)::bigint as amount from (
      ${ofAllTime('users')} union all ${ofAllTime('methods')} union all ${ofAllTime('countries')}
      union all ${ofDay('sign_ups')} union all ${ofDay('active_users')}
      union all
      select figure, key, amount from figure_deltas
      where project_id = ${projectId}
        and (figure not in ('sign_ups', 'active_users') or (key >= ${first} and key <= ${last}))
    ) parts
    group by figure, key having sum(amount) > 0 order by figure, key`.map((result) => {
    const byFigure = Map.groupBy(allRows(result), ({ figure }) => figure)
    const amountsOf = (figure: string): Map<string, number> =>
      new Map((byFigure.get(figure) ?? []).map(({ key, amount }) => [key, amount]))
    return {
      users: amountsOf('users').get('') ?? 0,
      signUps: amountsOf('sign_ups'),
      activeUsers: amountsOf('active_users'),
      methods: amountsOf('methods'),
      countries: amountsOf('countries'),
    }
  })
}

/** The exact number of users and teams of a project. Anonymous users are users as well. */
export interface ProjectTotals {
  readonly users: number
  readonly anonymousUsers: number
  readonly teams: number
}

/** Reads totals like `readFigures`. Run `preferOrderedIndexes` before it in the same transaction. */
export function readTotals(projectId: string): Statement<ProjectTotals> {
  return statement<Pick<FigureRow, 'figure' | 'amount'>>`
    select figure, sum(amount)::bigint as amount from (
      select figure, amount from figures where project_id = ${projectId} and figure = 'users'
      union all
      select figure, amount from figures where project_id = ${projectId} and figure = 'anonymous_users'
      union all
      select figure, amount from figures where project_id = ${projectId} and figure = 'teams'
      union all
      select figure, amount from figure_deltas
      where project_id = ${projectId} and figure in ('users', 'anonymous_users', 'teams')
    ) parts
    group by figure`.map((result) => {
    const amounts = new Map(allRows(result).map(({ figure, amount }) => [figure, amount]))
    return {
      users: amounts.get('users') ?? 0,
      anonymousUsers: amounts.get('anonymous_users') ?? 0,
      teams: amounts.get('teams') ?? 0,
    }
  })
}

/** The number of users in the project `p` of a query. */
export const userCount = unscoped.fragment`coalesce((
      select sum(amount) from (
        select amount from figures f where f.project_id = p.id and f.figure = 'users'
        union all
        select amount from figure_deltas d where d.project_id = p.id and d.figure = 'users'
      ) parts), 0)::int`

/** The sign-ups by day in the project `p` of a query, as an object. */
export function dailySignUps({ first, last }: DayRange): SqlFragment {
  return unscoped.fragment`coalesce((
      select jsonb_object_agg(day, amount) from (
        select key as day, sum(amount)::int as amount from (
          select key, amount from figures f
          where f.project_id = p.id and f.figure = 'sign_ups' and f.key >= ${first} and f.key <= ${last}
          union all
          select key, amount from figure_deltas d
          where d.project_id = p.id and d.figure = 'sign_ups' and d.key >= ${first} and d.key <= ${last}
        ) parts
        group by key
      ) days), '{}')`
}

/**
 * Adds deltas to the stored amounts. Workers that fold at the same time take different deltas, and write the amounts in
 * the same order.
 *
 * @returns the number of deltas
 */
export function foldDeltas(limit: number): Statement<number> {
  const folded = unscoped.statement<{ count: number }>`
    with taken as (
      delete from figure_deltas
      where ctid = any (array(select ctid from figure_deltas limit ${limit} for update skip locked))
      returning project_id, figure, key, amount
    ), added as (
      insert into figures (project_id, figure, key, amount)
      select project_id, figure, key, sum(amount) from taken group by project_id, figure, key
      order by project_id, figure, key
      on conflict (project_id, figure, key) do update set amount = figures.amount + excluded.amount
    )
    select count(*)::int as count from taken`.map(({ rows }) => rows[0]?.count ?? 0)
  return sequence({ planning: preferIndexes, folded }).map((results) => results.folded)
}

/**
 * Deletes the figures of a project. Run it after the deletion of the project in the same transaction: the deleted users
 * have inserted deltas. Deltas first, because another transaction may be adding them to the figures.
 */
export function deleteFigures(projectId: string): Statement<void> {
  return sequence([
    statement`delete from figure_deltas where project_id = ${projectId}`,
    statement`delete from figures where project_id = ${projectId}`,
  ]).map(noResult)
}
