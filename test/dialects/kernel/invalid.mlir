// RUN: gradc-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{'kernel.def' op argument #1 must be a static tensor}}
kernel.def @def_c1 grid(%i = 4) row() ins(%x: f32) outs() {
}

// -----

// expected-error @+1 {{'kernel.def' op argument #1 must be a static tensor}}
kernel.def @def_c1_dynamic grid(%i = 4) row() ins(%x: tensor<?xf32>) outs() {
}

// -----

kernel.def @def_c2_input grid(%i = 4) row() ins(%x: tensor<4xf32>) outs() {
  %one = arith.constant 1.0 : f32
  // expected-error @+1 {{'kernel.store' op stores to what is no output}}
  kernel.store %one, %x[(d0) -> (d0)](%i) : f32 -> tensor<4xf32>
}

// -----

kernel.def @def_c2_twice grid(%i = 4) row() ins() outs(%y: tensor<4xf32>) {
  %one = arith.constant 1.0 : f32
  kernel.store %one, %y[(d0) -> (d0)](%i) : f32 -> tensor<4xf32>
  // expected-error @+1 {{'kernel.store' op writes an output a second time}}
  kernel.store %one, %y[(d0) -> (d0)](%i) : f32 -> tensor<4xf32>
}

// -----

// expected-error @+1 {{'kernel.def' op never stores output #1}}
kernel.def @def_c2_never grid(%i = 4) row() ins() outs(%y: tensor<4xf32>, %z: tensor<4xf32>) {
  %one = arith.constant 1.0 : f32
  kernel.store %one, %y[(d0) -> (d0)](%i) : f32 -> tensor<4xf32>
}

// -----

kernel.def @def_c2_size grid(%i = 4) row() ins() outs(%y: tensor<8xf32>) {
  %one = arith.constant 1.0 : f32
  // expected-error @+1 {{map affine_map<(d0) -> (d0)> does not write every point of 'tensor<8xf32>' once}}
  kernel.store %one, %y[(d0) -> (d0)](%i) : f32 -> tensor<8xf32>
}

// -----

kernel.def @def_c2_shifted grid(%i = 4) row() ins() outs(%y: tensor<4xf32>) {
  %one = arith.constant 1.0 : f32
  // expected-error @+1 {{map affine_map<(d0) -> (d0 + 1)> does not write}}
  kernel.store %one, %y[(d0) -> (d0 + 1)](%i) : f32 -> tensor<4xf32>
}

// -----

kernel.def @def_c2_many_points grid(%i = 4, %j = 3) row() ins() outs(%y: tensor<4xf32>) {
  %one = arith.constant 1.0 : f32
  // expected-error @+1 {{map affine_map<(d0, d1) -> (d0)> does not write every point of 'tensor<4xf32>' once}}
  kernel.store %one, %y[(d0, d1) -> (d0)](%i, %j) : f32 -> tensor<4xf32>
}

// -----

kernel.def @def_c2_many_points_of_a_row grid(%i = 4) row(3) ins() outs(%y: tensor<4xf32>) {
  %one = arith.constant 1.0 : f32
  kernel.stage at(%j) {
    // expected-error @+1 {{map affine_map<(d0, d1) -> (d0)> does not write every point of 'tensor<4xf32>' once}}
    kernel.store %one, %y[(d0, d1) -> (d0)](%i, %j) : f32 -> tensor<4xf32>
  }
}

// -----

kernel.def @def_c2_diagonal grid(%i = 4) row() ins() outs(%y: tensor<4x4xf32>) {
  %one = arith.constant 1.0 : f32
  // expected-error @+1 {{map affine_map<(d0) -> (d0, d0)> does not write every point of 'tensor<4x4xf32>' once}}
  kernel.store %one, %y[(d0) -> (d0, d0)](%i) : f32 -> tensor<4x4xf32>
}

// -----

kernel.def @def_c2_one_index_twice grid(%i = 4, %j = 4) row() ins() outs(%y: tensor<4x4xf32>) {
  %one = arith.constant 1.0 : f32
  // expected-error @+1 {{map affine_map<(d0, d1) -> (d0, d1)> does not write every point of 'tensor<4x4xf32>' once}}
  kernel.store %one, %y[(d0, d1) -> (d0, d1)](%i, %i) : f32 -> tensor<4x4xf32>
}

// -----

kernel.def @def_c3 grid(%i = 4) row() ins() outs(%y: tensor<4xf32>) {
  // expected-error @+1 {{'kernel.load' op loads an output}}
  %v = kernel.load %y[(d0) -> (d0)](%i) : tensor<4xf32> -> f32
  kernel.store %v, %y[(d0) -> (d0)](%i) : f32 -> tensor<4xf32>
}

// -----

kernel.def @def_c4_load grid(%i = 4) row() ins(%x: tensor<4xf32>) outs(%y: tensor<4xf32>) {
  %n = kernel.index[(d0) -> (d0 + 1)](%i)
  // expected-error @+1 {{'kernel.load' op index #0 is none of the grid's or the row's}}
  %v = kernel.load %x[(d0) -> (d0)](%n) : tensor<4xf32> -> f32
  kernel.store %v, %y[(d0) -> (d0)](%i) : f32 -> tensor<4xf32>
}

// -----

kernel.def @def_c4_store grid(%i = 4) row() ins() outs(%y: tensor<4x4xf32>) {
  %n = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  // expected-error @+1 {{'kernel.store' op index #1 is none of the grid's or the row's}}
  kernel.store %one, %y[(d0, d1) -> (d0, d1)](%i, %n) : f32 -> tensor<4x4xf32>
}

// -----

kernel.def @def_c4_index grid(%i = 4) row() ins() outs(%y: tensor<4xf32>) {
  %n = arith.constant 0 : index
  // expected-error @+1 {{'kernel.index' op index #0 is none of the grid's or the row's}}
  %m = kernel.index[(d0) -> (d0)](%n)
  %one = arith.constant 1.0 : f32
  kernel.store %one, %y[(d0) -> (d0)](%i) : f32 -> tensor<4xf32>
}

// -----

kernel.def @stage_c1 grid() row(3, 4) ins() outs() {
  // expected-error @+1 {{'kernel.stage' op has 1 indices for 2 row dimensions}}
  kernel.stage at(%j) {
  }
}

// -----

kernel.def @stage_c2_count grid() row(3) ins() outs() {
  %one = arith.constant 1.0 : f32
  // expected-error @+1 {{'kernel.stage' op must name a way to combine for each yielded value and have a result of its type}}
  %r = kernel.stage reduce(add, add) at(%j) : f32 {
    kernel.yield %one : f32
  }
}

// -----

kernel.def @stage_c2_type grid() row(3) ins() outs() {
  %one = arith.constant 1 : i32
  // expected-error @+1 {{'kernel.stage' op must name a way to combine for each yielded value and have a result of its type}}
  %r = kernel.stage reduce(add) at(%j) : f32 {
    kernel.yield %one : i32
  }
}

// -----

kernel.def @stage_c2_unsigned grid() row(3) ins() outs() {
  %one = arith.constant 1.0 : f32
  // expected-error @+1 {{'kernel.stage' op cannot combine 'f32' by maxu}}
  %r = kernel.stage reduce(maxu) at(%j) : f32 {
    kernel.yield %one : f32
  }
}

// -----

kernel.def @stage_c2_bitwise grid() row(3) ins() outs() {
  %one = arith.constant 1.0 : f32
  // expected-error @+1 {{'kernel.stage' op cannot combine 'f32' by or}}
  %r = kernel.stage reduce(or) at(%j) : f32 {
    kernel.yield %one : f32
  }
}

// -----

kernel.def @stage_c2_unknown grid() row(3) ins() outs() {
  // expected-error @+1 {{no way to combine is called xor}}
  %r = kernel.stage reduce(xor) at(%j) : f32 {
  }
}

// -----

kernel.def @load_c1_dimensions grid(%i = 4) row() ins(%x: tensor<4xf32>) outs() {
  // expected-error @+1 {{'kernel.load' op map must take 1 dimensions and give 1, but is affine_map<(d0, d1) -> (d0)>}}
  %v = kernel.load %x[(d0, d1) -> (d0)](%i) : tensor<4xf32> -> f32
}

// -----

kernel.def @load_c1_results grid(%i = 4) row() ins(%x: tensor<4xf32>) outs() {
  // expected-error @+1 {{'kernel.load' op map must take 1 dimensions and give 1, but is affine_map<(d0) -> (d0, d0)>}}
  %v = kernel.load %x[(d0) -> (d0, d0)](%i) : tensor<4xf32> -> f32
}

// -----

kernel.def @load_c2_alone grid(%i = 4) row() ins(%x: tensor<4xf32>) outs() {
  %true = arith.constant true
  // expected-error @+1 {{'kernel.load' op needs both a guard and an 'else' value, or neither}}
  %v = "kernel.load"(%x, %i, %true) {map = affine_map<(d0) -> (d0)>, operandSegmentSizes = array<i32: 1, 1, 1, 0>}
      : (tensor<4xf32>, index, i1) -> f32
}

// -----

kernel.def @load_c2_type grid(%i = 4) row() ins(%x: tensor<4xf32>) outs() {
  %true = arith.constant true
  %zero = arith.constant 0.0 : f64
  // expected-error @+1 {{'kernel.load' op 'else' value must have the result's type 'f32'}}
  %v = kernel.load %x[(d0) -> (d0)](%i) if %true else %zero as f64 : tensor<4xf32> -> f32
}

// -----

kernel.def @load_c3 grid(%i = 4) row() ins(%x: tensor<4xf16>) outs() {
  // expected-error @+1 {{'kernel.load' op result must be 'f32'}}
  %v = kernel.load %x[(d0) -> (d0)](%i) : tensor<4xf16> -> f16
}

// -----

kernel.def @store_c1 grid(%i = 4) row() ins() outs(%y: tensor<4xf32>) {
  %one = arith.constant 1.0 : f32
  // expected-error @+1 {{'kernel.store' op map must take 1 dimensions and give 1, but is affine_map<(d0) -> ()>}}
  kernel.store %one, %y[(d0) -> ()](%i) : f32 -> tensor<4xf32>
}

// -----

kernel.def @store_c2 grid(%i = 4) row() ins() outs(%y: tensor<4xbf16>) {
  %one = arith.constant 1.0 : f64
  // expected-error @+1 {{'kernel.store' op value must be 'f32'}}
  kernel.store %one, %y[(d0) -> (d0)](%i) : f64 -> tensor<4xbf16>
}

// -----

kernel.def @index_c1 grid(%i = 4) row() ins() outs() {
  // expected-error @+1 {{'kernel.index' op map must take 1 dimensions and give 1, but is affine_map<(d0) -> (d0, d0)>}}
  %n = kernel.index[(d0) -> (d0, d0)](%i)
}

// -----

func.func @call_c1_callee(%x: tensor<4xf32>) {
  // expected-error @+1 {{'kernel.call' op calls @nothing, which is no kernel.def}}
  %y = kernel.call @nothing(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

kernel.def @copy grid(%i = 4) row() ins(%x: tensor<4xf32>) outs(%y: tensor<4xf32>) {
  %v = kernel.load %x[(d0) -> (d0)](%i) : tensor<4xf32> -> f32
  kernel.store %v, %y[(d0) -> (d0)](%i) : f32 -> tensor<4xf32>
}

func.func @call_c1_types(%x: tensor<2x2xf32>) {
  // expected-error @+1 {{'kernel.call' op operand and result types must be those of @copy}}
  %y = kernel.call @copy(%x) : (tensor<2x2xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @matmul_c1(%x: tensor<4x3xf32>, %w: tensor<3x5xf32>) {
  // expected-error @+1 {{'kernel.matmul' op sizes must be [b, m, n, k]}}
  %y = kernel.matmul %x "bmk", %w "bkn" sizes [4, 5, 3] : (tensor<4x3xf32>, tensor<3x5xf32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @matmul_c2(%x: tensor<4x3xf32>, %w: tensor<3x5xf32>) {
  // expected-error @+1 {{'kernel.matmul' op sizes do not fit the operands' numbers of elements}}
  %y = kernel.matmul %x "bmk", %w "bkn" sizes [1, 4, 5, 6] : (tensor<4x3xf32>, tensor<3x5xf32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @matmul_c3(%x: tensor<4x3xf32>, %w: tensor<3x5xf32>) {
  // expected-error @+1 {{'kernel.matmul' op orders must be permutations of "bmk" and "bkn"}}
  %y = kernel.matmul %x "mk", %w "kn" sizes [1, 4, 5, 3] : (tensor<4x3xf32>, tensor<3x5xf32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @matmul_c4(%x: tensor<4x3xbf16>, %w: tensor<3x5xf32>) {
  // expected-error @+1 {{'kernel.matmul' op operands must have one element type}}
  %y = kernel.matmul %x "bmk", %w "bkn" sizes [1, 4, 5, 3] : (tensor<4x3xbf16>, tensor<3x5xf32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @reshape_c1_elements(%x: tensor<4xf32>) {
  // expected-error @+1 {{'kernel.reshape' op must keep the number of elements and their type}}
  %y = kernel.reshape %x : tensor<4xf32> -> tensor<5xf32>
  return
}

// -----

func.func @reshape_c1_type(%x: tensor<4xf32>) {
  // expected-error @+1 {{'kernel.reshape' op must keep the number of elements and their type}}
  %y = kernel.reshape %x : tensor<4xf32> -> tensor<4xi32>
  return
}

// -----

func.func @sort_c1_types(%x: tensor<4xf32>) {
  // expected-error @+1 {{'kernel.sort' op results must have the operands' types}}
  %y = kernel.sort(%x) dimension 0 : (tensor<4xf32>) -> tensor<4xi32>
  return
}

// -----

func.func @sort_c1_shapes(%x: tensor<4xf32>, %i: tensor<5xi64>) {
  // expected-error @+1 {{'kernel.sort' op operands must have one shape}}
  %y:2 = kernel.sort(%x, %i) dimension 0 : (tensor<4xf32>, tensor<5xi64>) -> (tensor<4xf32>, tensor<5xi64>)
  return
}

// -----

func.func @sort_c2(%x: tensor<4xf32>) {
  // expected-error @+1 {{'kernel.sort' op dimension 1 is not one of 1}}
  %y = kernel.sort(%x) dimension 1 : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

kernel.def @def_c2_accumulated_twice grid(%i = 4) row() partials(2) ins() outs(%y: tensor<2xf32>) {
  %one = arith.constant 1.0 : f32
  kernel.accumulate add %one, %y[(d0) -> ()](%i) : f32 -> tensor<2xf32>
  // expected-error @+1 {{'kernel.accumulate' op writes an output a second time}}
  kernel.accumulate add %one, %y[(d0) -> ()](%i) : f32 -> tensor<2xf32>
}

// -----

kernel.def @def_c2_accumulate_without_partials grid(%i = 4) row() ins() outs(%y: tensor<2xf32>) {
  %one = arith.constant 1.0 : f32
  // expected-error @+1 {{'kernel.accumulate' op needs a first dimension of the def's number of partials, but is for 'tensor<2xf32>'}}
  kernel.accumulate add %one, %y[(d0) -> ()](%i) : f32 -> tensor<2xf32>
}

// -----

kernel.def @def_c2_accumulate_coverage grid(%i = 4, %j = 3) row() partials(2) ins() outs(%y: tensor<2xf32>) {
  %one = arith.constant 1.0 : f32
  // expected-error @+1 {{'kernel.accumulate' op map affine_map<(d0, d1) -> ()> does not write every point of 'tensor<2xf32>' once}}
  kernel.accumulate add %one, %y[(d0, d1) -> ()](%i, %j) : f32 -> tensor<2xf32>
}

// -----

kernel.def @def_c2_ragged grid(%i = 4) row(3) ins() outs(%y: tensor<4x3xf32>) {
  %one = arith.constant 1.0 : f32
  %n = arith.constant 1 : index
  kernel.stage at(%j) from %n to %n {
    // expected-error @+1 {{'kernel.store' op map affine_map<(d0, d1) -> (d0, d1)> does not write every point}}
    kernel.store %one, %y[(d0, d1) -> (d0, d1)](%i, %j) : f32 -> tensor<4x3xf32>
  }
}

// -----

kernel.def @def_c3_gather grid(%i = 4) row() ins() outs(%y: tensor<4xf32>) {
  // expected-error @+1 {{'kernel.gather' op loads an output}}
  %v = kernel.gather %y[%i] : tensor<4xf32> -> f32
  kernel.store %v, %y[(d0) -> (d0)](%i) : f32 -> tensor<4xf32>
}

// -----

// expected-error @+1 {{'kernel.def' op needs a first grid dimension of known size and a positive number of partials}}
kernel.def @def_c5 grid() row() partials(2) ins() outs() {
  %one = arith.constant 1.0 : f32
}

// -----

// expected-error @+1 {{'kernel.def' op has an open extent beside other dimensions}}
kernel.def @def_c6_row grid(%i = ?) row(4) ins() outs() {
}

// -----

kernel.def @def_c6_access grid(%i = ?) row() ins(%x: tensor<?xf32>) outs(%y: tensor<?xf32>) {
  // expected-error @+1 {{'kernel.load' op must access a tensor of open extent at the index, not at affine_map<(d0) -> (d0 + 1)>}}
  %v = kernel.load %x[(d0) -> (d0 + 1)](%i) : tensor<?xf32> -> f32
  kernel.store %v, %y[(d0) -> (d0)](%i) : f32 -> tensor<?xf32>
}

// -----

kernel.def @stage_c3 grid() row(3, 4) ins() outs() {
  %n = arith.constant 1 : index
  // expected-error @+1 {{'kernel.stage' op needs two bounds and one row dimension to be ragged}}
  kernel.stage at(%j, %k) from %n to %n {
  }
}

// -----

kernel.def @gather_c1 grid(%i = 4) row() ins(%x: tensor<4x4xf32>) outs() {
  // expected-error @+1 {{'kernel.gather' op has 1 indices for 'tensor<4x4xf32>'}}
  %v = kernel.gather %x[%i] : tensor<4x4xf32> -> f32
}

// -----

kernel.def @gather_c2 grid(%i = 4) row() ins(%x: tensor<4xf16>) outs() {
  // expected-error @+1 {{'kernel.gather' op result must be 'f32'}}
  %v = kernel.gather %x[%i] : tensor<4xf16> -> f16
}

// -----

kernel.def @accumulate_c1 grid(%i = 4) row() partials(2) ins() outs(%y: tensor<2xf32>) {
  %one = arith.constant 1.0 : f32
  // expected-error @+1 {{'kernel.accumulate' op map must take 1 dimensions and give 0, but is affine_map<(d0) -> (d0)>}}
  kernel.accumulate add %one, %y[(d0) -> (d0)](%i) : f32 -> tensor<2xf32>
}

// -----

kernel.def @accumulate_c2 grid(%i = 4) row() partials(2) ins() outs(%y: tensor<2xf16>) {
  %one = arith.constant 1.0 : f32
  // expected-error @+1 {{'kernel.accumulate' op cannot accumulate in 'f16'}}
  kernel.accumulate add %one, %y[(d0) -> ()](%i) : f32 -> tensor<2xf16>
}

// -----

kernel.def @accumulate_c2_kind grid(%i = 4) row() partials(2) ins() outs(%y: tensor<2xf32>) {
  %one = arith.constant 1.0 : f32
  // expected-error @+1 {{'kernel.accumulate' op cannot combine 'f32' by or}}
  kernel.accumulate or %one, %y[(d0) -> ()](%i) : f32 -> tensor<2xf32>
}

// -----

kernel.def @open grid(%i = ?) row() ins(%x: tensor<?xf32>) outs(%y: tensor<?xf32>) {
  %v = kernel.load %x[(d0) -> (d0)](%i) : tensor<?xf32> -> f32
  kernel.store %v, %y[(d0) -> (d0)](%i) : f32 -> tensor<?xf32>
}

func.func @call_c1_extents(%x: tensor<4xf32>) {
  // expected-error @+1 {{'kernel.call' op operand and result types must be those of @open}}
  %y = kernel.call @open(%x) : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

kernel.def @open grid(%i = ?) row() ins(%x: tensor<?xf32>) outs(%y: tensor<?xf32>) {
  %v = kernel.load %x[(d0) -> (d0)](%i) : tensor<?xf32> -> f32
  kernel.store %v, %y[(d0) -> (d0)](%i) : f32 -> tensor<?xf32>
}

func.func @foreach_c1(%x: tensor<4xf32>) {
  // expected-error @+1 {{'kernel.foreach' op needs the inputs and outputs of @open for each of 2 items}}
  %y = kernel.foreach @open items(2) (%x) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @matmul_c2_extras(%x: tensor<4x3xf32>, %w: tensor<3x5xf32>) {
  // expected-error @+1 {{'kernel.matmul' op has one result and two operands without an epilogue}}
  "kernel.matmul"(%x, %w, %x) {sizes = array<i64: 1, 4, 5, 3>, lhs_order = "bmk", rhs_order = "bkn"}
      : (tensor<4x3xf32>, tensor<3x5xf32>, tensor<4x3xf32>) -> tensor<4x5xf32>
  return
}

// -----

kernel.def @short grid(%i = 4) row() ins(%x: tensor<4xf32>) outs(%y: tensor<4xf32>) {
  %v = kernel.load %x[(d0) -> (d0)](%i) : tensor<4xf32> -> f32
  kernel.store %v, %y[(d0) -> (d0)](%i) : f32 -> tensor<4xf32>
}

func.func @matmul_c5_grid(%x: tensor<4x3xf32>, %w: tensor<3x5xf32>) {
  // expected-error @+1 {{'kernel.matmul' op epilogue @short must have the product's shape as its grid}}
  %y = kernel.matmul %x "bmk", %w "bkn" sizes [1, 4, 5, 3] epilogue @short() : (tensor<4x3xf32>, tensor<3x5xf32>) -> tensor<4xf32>
  return
}

// -----

kernel.def @turned grid(%i = 4, %j = 4) row() ins(%x: tensor<4x4xf32>) outs(%y: tensor<4x4xf32>) {
  %v = kernel.load %x[(d0, d1) -> (d1, d0)](%i, %j) : tensor<4x4xf32> -> f32
  kernel.store %v, %y[(d0, d1) -> (d0, d1)](%i, %j) : f32 -> tensor<4x4xf32>
}

func.func @matmul_c5_access(%x: tensor<4x3xf32>, %w: tensor<3x4xf32>) {
  // expected-error @+1 {{'kernel.matmul' op epilogue @turned must load the product at the grid's own indices}}
  %y = kernel.matmul %x "bmk", %w "bkn" sizes [1, 4, 4, 3] epilogue @turned() : (tensor<4x3xf32>, tensor<3x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @partial_reduce_c1(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'kernel.partial_reduce' op folds its first 2 and some of its last dimensions, which must be different ones of 2}}
  %y = kernel.partial_reduce add %x leading 2 row [1] partials 2 : tensor<8x4xf32> -> tensor<2xf32>
  return
}

// -----

func.func @partial_reduce_c1_order(%x: tensor<8x4x3xf32>) {
  // expected-error @+1 {{'kernel.partial_reduce' op folds its first 1 and some of its last dimensions}}
  %y = kernel.partial_reduce add %x leading 1 row [1] partials 2 : tensor<8x4x3xf32> -> tensor<2x3xf32>
  return
}

// -----

func.func @partial_reduce_c2(%x: tensor<8x4xbf16>) {
  // expected-error @+1 {{'kernel.partial_reduce' op result must be 'tensor<2x4xf32>'}}
  %y = kernel.partial_reduce add %x leading 1 row [] partials 2 : tensor<8x4xbf16> -> tensor<2x4xbf16>
  return
}

// -----

func.func @partial_reduce_c3(%x: tensor<8x4xf32>) {
  // expected-error @+1 {{'kernel.partial_reduce' op cannot combine 'f32' by and}}
  %y = kernel.partial_reduce and %x leading 1 row [] partials 2 : tensor<8x4xf32> -> tensor<2x4xf32>
  return
}
