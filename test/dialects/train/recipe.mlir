// RUN: gradc-opt %s --split-input-file | gradc-opt --split-input-file | FileCheck %s

// Numbers may have an exponent without a point, a sign, or be integers.

// CHECK: train.recipe {betas = [9.000000e-01, 0.94999999999999996], lr = 6.000000e-04 : f64, optimizer = "adamw", schedule = ["warmup 2%", "cosine to 10%"], weight_decay = 1 : i64}
train.recipe {optimizer = "adamw", lr = 6e-4, betas = [9e-1, 0.95], weight_decay = 1, schedule = ["warmup 2%", "cosine to 10%"]}

// -----

// CHECK: groups = {"*.bias" = {lr = 1.000000e+03 : f64, weight_decay = 0.000000e+00 : f64}, head.weight = {frozen = true}}
train.recipe {optimizer = "sgd", momentum = 0.9, nesterov, groups = {"*.bias" = {weight_decay = 0.0, lr = 1e3}, "head.weight" = {frozen = true}}}
