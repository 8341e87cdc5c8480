-- What a session has handed out and nobody has taken up yet is asked for with every call of an agent that it started.
CREATE INDEX delegations_by_giver ON delegations(from_session_id) WHERE status = 'pending';
