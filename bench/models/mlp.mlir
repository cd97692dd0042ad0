// A classifier of two hidden layers, trained with AdamW.
nn.model @mlp(%x: f32[B, in], %label: i32[B]) <B = 512, in = 784, hidden = 2048> {
  %a = nn.linear "fc1"(%x) {out = @hidden, act = "relu"}
  %b = nn.linear "fc2"(%a) {out = @hidden, act = "relu"}
  %z = nn.linear "fc3"(%b) {out = 10}
  %loss = nn.cross_entropy(%z, %label)
  nn.return loss(%loss), outputs(logits = %z)
}
train.recipe {optimizer = "adamw", lr = 1.0e-3, weight_decay = 0.01}
