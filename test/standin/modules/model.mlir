// A training step whose kernels fusion has made: norms, dropout, activations, softmax, cross-entropy and the updates.
nn.model @mixed(%image: ui8[B, 5, 5], %label: i32[B]) <B = 13, width = 37> {
  %x = nn.convert(%image) {dtype = f32, scale = 0.00392156862745098}
  %f = nn.flatten(%x)
  %a = nn.linear "fc1"(%f) {out = @width}
  %n = nn.layer_norm "ln"(%a)
  %g = nn.gelu(%n)
  %d = nn.dropout "drop"(%g) {p = 0.25}
  %b = nn.linear "fc2"(%d) {out = @width, act = "silu"}
  %s = nn.add(%a, %b)
  %r = nn.rms_norm "rms"(%s)
  %t = nn.tanh(%r)
  %z = nn.linear "fc3"(%t) {out = 10}
  %p = nn.softmax(%z)
  %loss = nn.cross_entropy(%z, %label)
  %accuracy = nn.accuracy(%z, %label)
  nn.return loss(%loss), metrics(accuracy = %accuracy), outputs(probabilities = %p)
}
train.recipe {optimizer = "adamw", lr = 1.0e-3, weight_decay = 0.01, schedule = ["warmup 10%", "cosine to 5%"]}
