//===- gradc-run.cpp - Trains what gradc compiled -------------------------===//

#include "run.h"

int main(int argc, char **argv) { return gradc::run::runTool(argc, argv); }
