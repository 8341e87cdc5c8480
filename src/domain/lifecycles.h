// Every lifecycle there is. The store includes this, so that no record gets a status its table lacks.
#pragma once

#include "domain/artifact_lifecycle.h"
#include "domain/decision_lifecycle.h"
#include "domain/delegation_lifecycle.h"
#include "domain/memory_lifecycle.h"
#include "domain/phase_lifecycle.h"
#include "domain/plan_lifecycle.h"
#include "domain/session_lifecycle.h"
#include "domain/swarm_lifecycle.h"
#include "domain/task_lifecycle.h"
