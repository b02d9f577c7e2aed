-- Users from before migration 0076 who have never been active get the moment that its trigger writes. This has a transaction of its own, so
-- that the lock for the trigger does not keep writes out of `users` for the time of the update.

-- Every row that the earlier trigger wrote has the moment of the user. After the wait for a lock, PostgreSQL compares the newest version of the
-- row `a`, but not of `u`: the first activity of the user may have just changed it, and then remains.
update user_activity a set last_active_at = 'epoch' from users u
where u.project_id = a.project_id and u.id = a.user_id and u.active_on is null and u.active_days = 0
  and a.last_active_at = u.last_active_at;
