"""How lit finds and runs the tests: a file with a RUN line, beside the tree it mirrors."""
import os

import lit.formats

config.name = "gradc"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir"]
config.test_source_root = os.path.join(config.gradc_source, "test")
config.test_exec_root = os.path.join(config.gradc_build, "test")
config.excludes = ["Inputs", "standin"]  # what tests read; what test/standin/run.py runs

path = [os.path.join(config.gradc_build, "bin"), config.llvm_tools, os.environ["PATH"]]
config.environment["PATH"] = os.pathsep.join(path)
config.substitutions.append(("%examples", os.path.join(config.gradc_source, "examples")))
