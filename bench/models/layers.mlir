// Many equal layers, so that the cost of compiling one more can be told.
nn.module @Layer(%x) {
  %y = nn.linear "fc"(%x) {out = @width, act = "relu"}
  nn.return %y
}
nn.model @layers(%x: f32[B, width], %label: i32[B]) <B = 32, width = 64, layers = 4> {
  %h = nn.call @Layer "h"(%x) repeat @layers
  %z = nn.linear "head"(%h) {out = 10}
  %loss = nn.cross_entropy(%z, %label)
  nn.return loss(%loss), outputs(logits = %z)
}
train.recipe {optimizer = "adamw", lr = 1.0e-3, weight_decay = 0.01}
