// Pre-norm transformer blocks over a sequence of features, with attention written out.
nn.module @Heads(%x) {
  %h = nn.linear "proj"(%x) {out = @width}
  %s = nn.reshape(%h) {shape = [@B, @T, @heads, -1]}
  %y = nn.transpose(%s) {permutation = [0, 2, 1, 3]}
  nn.return %y
}
nn.module @Block(%x) {
  %n = nn.layer_norm "ln_1"(%x)
  %q = nn.call @Heads "q"(%n)
  %k = nn.call @Heads "k"(%n)
  %v = nn.call @Heads "v"(%n)
  %kt = nn.transpose(%k) {permutation = [0, 1, 3, 2]}
  %dots = nn.matmul(%q, %kt)
  %scores = nn.scale(%dots) {factor = 0.125}
  %weights = nn.softmax(%scores)
  %mixed = nn.matmul(%weights, %v)
  %back = nn.transpose(%mixed) {permutation = [0, 2, 1, 3]}
  %flat = nn.reshape(%back) {shape = [@B, @T, @width]}
  %o = nn.linear "out"(%flat) {out = @width}
  %od = nn.dropout "drop_1"(%o) {p = 0.1}
  %a = nn.add(%x, %od)
  %m = nn.layer_norm "ln_2"(%a)
  %u = nn.linear "fc"(%m) {out = @ff, act = "gelu"}
  %w = nn.linear "proj"(%u) {out = @width}
  %wd = nn.dropout "drop_2"(%w) {p = 0.1}
  %y = nn.add(%a, %wd)
  nn.return %y
}
nn.model @transformer(%x: f32[B, T, width], %label: i32[B, T]) <B = 8, T = 64, width = 256, heads = 4, ff = 1024, blocks = 2> {
  %h = nn.call @Block "h"(%x) repeat @blocks
  %n = nn.layer_norm "ln_f"(%h)
  %z = nn.linear "head"(%n) {out = 512}
  %loss = nn.cross_entropy(%z, %label)
  nn.return loss(%loss), outputs(logits = %z)
}
train.recipe {optimizer = "adamw", lr = 6.0e-4, betas = [0.9, 0.95], weight_decay = 0.1}
