-- What a checkpoint proves, and where its exit code is known from. Both absent for those written before.
ALTER TABLE checkpoints ADD COLUMN kind TEXT;
ALTER TABLE checkpoints ADD COLUMN exit_source TEXT;
