-- SQLite reads the whole schema whenever a process opens the store, so every trigger and index is paid for by every
-- cold start. What adds a record or removes one keeps the register of records (`nodes`) itself from here on:
-- src/store/node_register.h.
DROP TRIGGER sessions_register;
DROP TRIGGER sessions_unregister;
DROP TRIGGER tasks_register;
DROP TRIGGER tasks_unregister;
DROP TRIGGER checkpoints_register;
DROP TRIGGER checkpoints_unregister;
DROP TRIGGER memories_register;
DROP TRIGGER memories_unregister;
DROP TRIGGER anchors_register;
DROP TRIGGER anchors_unregister;
DROP TRIGGER plans_register;
DROP TRIGGER plans_unregister;
DROP TRIGGER phases_register;
DROP TRIGGER phases_unregister;
DROP TRIGGER decisions_register;
DROP TRIGGER decisions_unregister;
DROP TRIGGER artifacts_register;
DROP TRIGGER artifacts_unregister;
DROP TRIGGER trajectories_register;
DROP TRIGGER trajectories_unregister;
DROP TRIGGER knowledge_register;
DROP TRIGGER knowledge_unregister;
DROP TRIGGER comments_register;
DROP TRIGGER comments_unregister;
DROP TRIGGER grants_register;
DROP TRIGGER grants_unregister;
DROP TRIGGER delegations_register;
DROP TRIGGER delegations_unregister;
DROP TRIGGER swarms_register;
DROP TRIGGER swarms_unregister;
DROP TRIGGER signals_register;
DROP TRIGGER signals_unregister;
DROP TRIGGER injections_register;
DROP TRIGGER injections_unregister;
DROP TRIGGER turning_points_register;
DROP TRIGGER turning_points_unregister;

-- Indexes that no question asks for, or that spare the reading of a few hundred rows once in a while.
DROP INDEX anchors_by_key;
DROP INDEX memory_tags_by_value;
DROP INDEX comments_unread;
DROP INDEX task_tech_decision_ids_value;
DROP INDEX task_artifacts_value;
DROP INDEX anchor_related_to_value;
DROP INDEX plan_depends_on_value;
DROP INDEX decision_depends_on_value;
DROP INDEX artifacts_by_plan;
DROP INDEX artifact_task_ids_value;
DROP INDEX trajectory_active_task_ids_value;
DROP INDEX swarms_by_parent;
DROP INDEX swarm_findings_value;
DROP INDEX turning_points_by_session;
DROP INDEX turning_points_by_task;
