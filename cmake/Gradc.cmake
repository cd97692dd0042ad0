# The build's own vocabulary. A folder's CMakeLists is one call.

find_program(CCACHE ccache)
if(CCACHE)
  # clang's precompiled headers are cacheable once their time stamps are left out.
  set(GRADC_LAUNCHER ${CMAKE_COMMAND} -E env
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
      ${CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${GRADC_LAUNCHER})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${GRADC_LAUNCHER})
endif()

find_program(LLD ld.lld NAMES ld.lld-19 ld.lld)
if(LLD)
  add_link_options(-fuse-ld=lld)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    # g++ finds its linker by the name ld.lld in a folder given with -B.
    get_filename_component(lld_real ${LLD} REALPATH)
    get_filename_component(lld_dir ${lld_real} DIRECTORY)
    add_link_options(-B${lld_dir})
  endif()
endif()

if(GRADC_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize=vptr -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()

add_compile_options(-Wall -Wextra -Wno-unused-parameter)

# Everything that includes MLIR takes these: its headers are not ours to warn about.
add_library(gradc-mlir-headers INTERFACE)
target_include_directories(gradc-mlir-headers SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
target_include_directories(gradc-mlir-headers INTERFACE ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
target_compile_options(gradc-mlir-headers INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti -fno-exceptions>)
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
  target_compile_options(gradc-mlir-headers INTERFACE
    "$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -fno-pch-timestamp>")
endif()

# The headers that every compiler file needs, parsed once.
file(WRITE ${PROJECT_BINARY_DIR}/pch.cpp "")
add_library(gradc-pch OBJECT ${PROJECT_BINARY_DIR}/pch.cpp)
target_link_libraries(gradc-pch PRIVATE gradc-mlir-headers)
target_precompile_headers(gradc-pch PRIVATE
  <mlir/IR/Builders.h> <mlir/IR/BuiltinTypes.h> <mlir/IR/DialectImplementation.h>
  <mlir/IR/OpImplementation.h> <mlir/IR/PatternMatch.h> <mlir/IR/SymbolTable.h>
  <mlir/Interfaces/SideEffectInterfaces.h> <mlir/Interfaces/InferTypeOpInterface.h>
  <mlir/Dialect/Func/IR/FuncOps.h> <mlir/Pass/Pass.h> <llvm/ADT/TypeSwitch.h>)

# All tablegen products, so that a library may include any of them.
add_custom_target(gradc-tablegen)
add_custom_target(gradc-docs)

# gradc_add_library(NAME SOURCES...): a piece of the compiler.
function(gradc_add_library name)
  add_library(${name} STATIC ${ARGN})
  target_link_libraries(${name} PUBLIC gradc-mlir-headers)
  target_precompile_headers(${name} REUSE_FROM gradc-pch)
  add_dependencies(${name} gradc-tablegen)
endfunction()

list(GET MLIR_INCLUDE_DIRS 0 MLIR_MAIN_INCLUDE)

# One tablegen call: gradc_tablegen(INPUT OUTPUT ARGS...).
macro(gradc_tablegen input output)
  set(LLVM_TARGET_DEFINITIONS ${input})
  mlir_tablegen(${output} ${ARGN} -I${PROJECT_SOURCE_DIR} -I${MLIR_MAIN_INCLUDE})
endmacro()

# gradc_doc(INPUT OUTPUT ARGS...): a page of docs/generated, made by `ninja gradc-docs`.
function(gradc_doc input output)
  set(page ${PROJECT_BINARY_DIR}/docs/generated/${output})
  get_filename_component(page_dir ${page} DIRECTORY)
  file(MAKE_DIRECTORY ${page_dir})
  get_filename_component(input ${input} ABSOLUTE)
  file(GLOB_RECURSE inputs ${PROJECT_SOURCE_DIR}/dialects/*.td ${PROJECT_SOURCE_DIR}/passes/*.td)
  add_custom_command(OUTPUT ${page}
    COMMAND ${MLIR_TABLEGEN_EXE} ${ARGN} -I${PROJECT_SOURCE_DIR} -I${MLIR_MAIN_INCLUDE} ${input} -o ${page}
    DEPENDS ${inputs} VERBATIM)
  string(MAKE_C_IDENTIFIER doc-${output} target)
  add_custom_target(${target} DEPENDS ${page})
  add_dependencies(gradc-docs ${target})
endfunction()

# gradc_add_dialect(NAME SOURCES...): the dialect `NAME` in dialects/NAME, from Ops.td there.
# Flags: ENUMS, ATTRS, TYPES, INTERFACES name which further products Ops.td has (interfaces stand in Interfaces.td).
function(gradc_add_dialect name)
  cmake_parse_arguments(D "ENUMS;ATTRS;TYPES;INTERFACES" "" "" ${ARGN})
  gradc_tablegen(Ops.td Dialect.h.inc -gen-dialect-decls -dialect=${name})
  gradc_tablegen(Ops.td Dialect.cpp.inc -gen-dialect-defs -dialect=${name})
  gradc_tablegen(Ops.td Ops.h.inc -gen-op-decls -dialect=${name})
  gradc_tablegen(Ops.td Ops.cpp.inc -gen-op-defs -dialect=${name})
  if(D_ENUMS)
    gradc_tablegen(Ops.td Enums.h.inc -gen-enum-decls)
    gradc_tablegen(Ops.td Enums.cpp.inc -gen-enum-defs)
  endif()
  if(D_ATTRS)
    gradc_tablegen(Ops.td Attrs.h.inc -gen-attrdef-decls -attrdefs-dialect=${name})
    gradc_tablegen(Ops.td Attrs.cpp.inc -gen-attrdef-defs -attrdefs-dialect=${name})
  endif()
  if(D_TYPES)
    gradc_tablegen(Ops.td Types.h.inc -gen-typedef-decls -typedefs-dialect=${name})
    gradc_tablegen(Ops.td Types.cpp.inc -gen-typedef-defs -typedefs-dialect=${name})
  endif()
  if(D_INTERFACES)
    gradc_tablegen(Interfaces.td Interfaces.h.inc -gen-op-interface-decls)
    gradc_tablegen(Interfaces.td Interfaces.cpp.inc -gen-op-interface-defs)
  endif()
  add_public_tablegen_target(gradc-${name}-tablegen)
  add_dependencies(gradc-tablegen gradc-${name}-tablegen)
  gradc_doc(Ops.td dialects/${name}.md -gen-dialect-doc -dialect=${name})
  gradc_add_library(gradc-${name} ${D_UNPARSED_ARGUMENTS})
endfunction()

# gradc_add_passes(PHASE SOURCES...): the passes of passes/PHASE, from Passes.td there.
function(gradc_add_passes phase)
  gradc_tablegen(Passes.td Passes.h.inc -gen-pass-decls -name ${phase})
  add_public_tablegen_target(gradc-passes-${phase}-tablegen)
  add_dependencies(gradc-tablegen gradc-passes-${phase}-tablegen)
  gradc_doc(Passes.td passes/${phase}.md -gen-pass-doc)
  gradc_add_library(gradc-passes-${phase} ${ARGN})
endfunction()
