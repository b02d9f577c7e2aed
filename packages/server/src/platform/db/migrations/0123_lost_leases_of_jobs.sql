-- A record at which the process ends leaves no failure behind. A lease that was not released counts as one, and the next pieces have one record each, so that the others go on.
alter table jobs add column is_leased boolean not null default false;
alter table jobs add column single_pieces integer not null default 0 constraint jobs_single_pieces_check check (single_pieces >= 0);
comment on column jobs.is_leased is 'Whether a worker does a piece. If the lease ends and this is still true, the worker ended during the piece.';
comment on column jobs.single_pieces is 'The number of further pieces that have one record each, because a worker ended during a piece.';
comment on column jobs.defects is 'Attempts at the next piece that failed for a reason that does not pass by itself, or during which the worker ended.';
