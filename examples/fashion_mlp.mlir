// A classifier of Fashion-MNIST's images of clothes.
nn.model @fashion_mlp(%image: ui8[B, 28, 28], %label: i32[B]) <B = 128, hidden = 512> {
  %x = nn.convert(%image) {dtype = f32, scale = 0.00392156862745098}
  %f = nn.flatten(%x)
  %a = nn.linear "fc1"(%f) {out = @hidden, act = "relu"}
  %b = nn.linear "fc2"(%a) {out = @hidden, act = "relu"}
  %z = nn.linear "fc3"(%b) {out = 10}
  %loss = nn.cross_entropy(%z, %label)
  %accuracy = nn.accuracy(%z, %label)
  nn.return loss(%loss), metrics(accuracy = %accuracy), outputs(logits = %z)
}
train.recipe {optimizer = "adamw", lr = 1.0e-3, weight_decay = 0.01, schedule = ["cosine to 5%"]}
