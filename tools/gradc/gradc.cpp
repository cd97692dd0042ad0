//===- gradc.cpp - The compiler -------------------------------------------===//

#include "compiler/Driver.h"

int main(int argc, char **argv) { return gradc::runDriver(argc, argv); }
