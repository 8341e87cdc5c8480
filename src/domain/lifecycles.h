// Every lifecycle there is. The store includes this, so that no record gets a status its table lacks.
#pragma once

#include "domain/artifact.h"
#include "domain/decision.h"
#include "domain/delegation.h"
#include "domain/memory.h"
#include "domain/phase.h"
#include "domain/plan.h"
#include "domain/session.h"
#include "domain/swarm.h"
#include "domain/task.h"
