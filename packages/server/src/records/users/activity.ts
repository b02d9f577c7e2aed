import {
  fragment,
  isAnyTouched,
  noResult,
  SqlName,
  SqlText,
  statement,
  type SqlFragment,
  type Statement,
} from '../../kernel/statement.ts'

/** The issue of an access token to a user. */
export interface Activity {
  readonly at: Date
  /** Two upper-case letters; null if it is unknown, or if the caller is not the user. */
  readonly country: string | null
}

/**
 * Whether the user `u` has ever been active. For a user who has not, `last_active_at` is the sign-up. Users from before
 * the figures have `active_days` but no `active_on`.
 */
export const hasBeenActive = new SqlText('(u.active_on is not null or u.active_days <> 0)')

/**
 * Whether an activity has to be written. Within a minute of the last one, it only changes the day or the country. The
 * query names the users `u`.
 *
 * @param of names the activity, with the columns `at` and `country`
 */
export function isActivityDue(of: string): SqlFragment {
  const activity = new SqlName(of)
  return fragment`(u.last_active_at < ${activity}.at - interval '1 minute' or not ${isCounted(activity)}
    or u.active_country is distinct from coalesce(${activity}.country, u.active_country))`
}

/**
 * The assignments in an update of `users u`. A day that the figures have not counted yet becomes `active_on`, and a
 * trigger counts it. If the clock has moved back, the latest activity remains.
 *
 * @param of names the activity, with the columns `at` and `country`
 */
export function activityColumns(of: string): SqlFragment {
  const activity = new SqlName(of)
  return fragment`last_active_at = greatest(u.last_active_at, ${activity}.at),
      active_on = case when ${isCounted(activity)} then u.active_on else ${dayOf(activity)} end,
      active_days = case when ${isCounted(activity)} then u.active_days
        else add_counted_day(u.active_days, ${distanceTo(activity)}) end,
      active_country = coalesce(${activity}.country, u.active_country)`
}

/** Writes the activity of a user. Waits for a lock on the user. */
export function writeActivity(projectId: string, userId: string, { at, country }: Activity): Statement<void> {
  return statement`
    update users u set ${activityColumns('activity')}
    from (select ${at}::timestamptz as at, ${country}::text as country) activity
    where u.project_id = ${projectId} and u.id = ${userId} and ${isActivityDue('activity')}`.map(noResult)
}

/** Whether the user has ever had a session. The rows of ended sessions are deleted, but each session is an activity. */
export function hasSignedIn(projectId: string, userId: string): Statement<boolean> {
  return statement`
    select 1 from users
    where project_id = ${projectId} and id = ${userId} and active_on is not null`.map(isAnyTouched)
}

function isCounted(activity: SqlName): SqlFragment {
  return fragment`is_counted_day(u.active_days, ${distanceTo(activity)})`
}

function distanceTo(activity: SqlName): SqlFragment {
  return fragment`(${dayOf(activity)} - coalesce(u.active_on, (u.last_active_at at time zone 'UTC')::date))`
}

function dayOf(activity: SqlName): SqlFragment {
  return fragment`(${activity}.at at time zone 'UTC')::date`
}
