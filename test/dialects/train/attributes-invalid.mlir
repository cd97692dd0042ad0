// RUN: gradc-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{unknown 'train.role' "imput"; did you mean 'input'?}}
func.func private @role(%x: tensor<4xf32> {train.role = "imput"})

// -----

// expected-error @+1 {{unknown 'train.role' "parameter"; known are loss, metric, output, gradient, state}}
func.func private @result_role(%x: tensor<4xf32>) -> (tensor<4xf32> {train.role = "parameter"})

// -----

// expected-error @+1 {{'train.name' must be a string that is not empty}}
func.func private @name(%x: tensor<4xf32> {train.name = ""})

// -----

// expected-error @+1 {{unknown attribute 'train.nam' of an argument; did you mean 'train.name'?}}
func.func private @unknown(%x: tensor<4xf32> {train.nam = "x"})

// -----

// expected-error @+1 {{unknown attribute 'train.init' of a result}}
func.func private @unknown_of_result() -> (tensor<4xf32> {train.init = 1 : i64})

// -----

// expected-error @+1 {{'train.init' has the unknown kind "unifrom"; did you mean 'uniform'?}}
func.func private @init_kind(%x: tensor<4xf32> {train.init = {kind = "unifrom"}})

// -----

// expected-error @+1 {{'train.init' of kind "normal" needs the f64 'std'}}
func.func private @init_number(%x: tensor<4xf32> {train.init = {kind = "normal", mean = 0.0}})

// -----

// expected-error @+1 {{'train.init' of kind "constant" takes no key but value}}
func.func private @init_key(%x: tensor<4xf32> {train.init = {kind = "constant", value = 0.0, low = 1.0}})

// -----

// expected-error @+1 {{'train.default' must be an f64 or an i64}}
func.func private @default(%x: tensor<f64> {train.default = 1.0 : f32})

// -----

// expected-error @+1 {{'train.batch' is 3, which is not the leading dimension of 'tensor<4xf32>'}}
func.func private @batch(%x: tensor<4xf32> {train.batch = 3 : i64})

// -----

// expected-error @+1 {{'train.batch' must be a positive i64}}
module attributes {train.batch = 0 : i64} {}

// -----

// expected-error @+1 {{unknown attribute 'train.rows'; a module may have 'train.batch'}}
module attributes {train.rows = 4 : i64} {}
