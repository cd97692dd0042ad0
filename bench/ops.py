"""The works that bench/run times and bench/counts counts alone: a layer forward and
backward, an optimizer's update.

Each is a function of nn, prim and train whose tensors are buffers. They lie in the
library's own memory, so a run is the kernels and nothing else: no input is copied.
"""
from dataclasses import dataclass
from string import Template


@dataclass
class Op:
    """`body` makes the `outputs`, of type `$full`, or `%loss`, or the new values `%new_a` of the inputs
    `updated`. In types, `$full` is the main tensor's, `$row` that of one row of it, `$column` that of one
    column. Every output y has a cotangent, one more input; every input of `wrt` has a gradient."""
    streams: int   # least of main tensors that must move, each read or written once
    inputs: dict   # types by name
    body: str
    outputs: tuple = ()
    wrt: tuple = ()
    updated: tuple = ()
    loss: str = "%zero"

    @property
    def entry(self):
        return "step" if self.updated else "value_and_grad"


NORM = '%y, %mean, %rstd = nn.layer_norm "ln"(%{}, %w, %b) : ($full, $row, $row) -> ($full, $column, $column)'
RATES = {"lr": "1.0e-3", "b1": "0.9", "b2": "0.999", "eps": "1.0e-8", "decay": "0.01"}

OPS = {
    "gelu": Op(4, {"x": "$full"}, "%y = nn.gelu(%x) : ($full) -> $full", ("y",), ("x",)),
    "softmax": Op(4, {"x": "$full"}, "%y = nn.softmax(%x) : ($full) -> $full", ("y",), ("x",)),
    "layer_norm": Op(4, {"x": "$full", "w": "$row", "b": "$row"}, NORM.format("x"), ("y",), ("x", "w", "b")),
    "rms_norm": Op(4, {"x": "$full", "w": "$row"},
                   '%y, %rstd = nn.rms_norm "norm"(%x, %w) : ($full, $row) -> ($full, $column)', ("y",), ("x", "w")),
    "cross_entropy": Op(2, {"x": "$full", "label": "$labels"},
                        "%loss = nn.cross_entropy(%x, %label) : ($full, $labels) -> tensor<f32>",
                        wrt=("x",), loss="%loss"),
    # The sum goes on beside its norm, so that it has a cotangent of its own.
    "dropout_residual_norm": Op(8, {"x": "$full", "h": "$full", "w": "$row", "b": "$row"}, f"""
  %d = nn.dropout "drop"(%h) {{p = 0.1 : f64, stream = 1 : i64}} : ($full) -> $full
  %r = nn.add(%x, %d) : ($full, $full) -> $full
  {NORM.format("r")}""", ("r", "y"), ("x", "h", "w", "b")),
    "adamw": Op(7, {"p": "$full", "g": "$full", "m": "$full", "v": "$full"}, "".join(f"""
  %{name} = train.scalar "adamw.{name}" {{default = {value} : f64}} : tensor<f64>""" for name, value in RATES.items()) +
                """
  %t = train.scalar "step" : tensor<i64>
  %new_p, %new_m, %new_v = train.adam %p, %g, %m, %v lr %lr betas %b1, %b2 eps %eps weight_decay %decay step %t {decoupled} : $full""",
                updated=("p", "m", "v")),
}


def write_op(name, rows, columns):
    """The text of one of them, whose main tensor has that shape."""
    op = OPS[name]
    inputs = op.inputs | {f"d{y}": "$full" for y in op.outputs}
    body, loss = ["%zero = prim.constant dense<0.0> : tensor<f32>", op.body.strip()], op.loss
    for y in op.outputs:
        # By <y, dy> any cotangent comes in.
        body += [f"%{y}_dy = prim.multiply %{y}, %d{y} : $full",
                 f"%{y}_sum = prim.reduce(%{y}_dy init: %zero) applies prim.add across dimensions = [0, 1] : "
                 "($full, tensor<f32>) -> tensor<f32>",
                 f"%{y}_loss = prim.add {loss}, %{y}_sum : tensor<f32>"]
        loss = f"%{y}_loss"
    if op.wrt:
        body.append(f"{', '.join(f'%grad_{a}' for a in op.wrt)} = train.gradient {loss} "
                    f"wrt({', '.join(f'%{a}' for a in op.wrt)}) : tensor<f32>, {', '.join(inputs[a] for a in op.wrt)}")
    results = ([(op.loss, "tensor<f32>", "loss", "loss")] +
               [(f"%{y}", "$full", "output", y) for y in op.outputs] +
               [(f"%grad_{a}", inputs[a], "output", f"grad_{a}") for a in op.wrt] +
               [(f"%new_{a}", inputs[a], "state", a) for a in op.updated])

    def init(type):
        kind = 'kind = "constant", value = 3.0' if type == "$labels" else 'kind = "normal", mean = 0.0, std = 1.0'
        return f"train.init = {{{kind}}}"
    arguments = ",\n    ".join(f'%{a}: {type} {{train.role = "buffer", train.name = "{a}", {init(type)}}}'
                               for a, type in inputs.items())
    returned = ",\n    ".join(f'{type} {{train.role = "{role}", train.name = "{n}"}}' for _, type, role, n in results)
    text = (f"func.func @forward(\n    {arguments})\n    -> ({returned}) {{\n  " + "\n  ".join(body) +
            f"\n  return {', '.join(r[0] for r in results)} : {', '.join(r[1] for r in results)}\n}}\n" +
            ('train.recipe {optimizer = "sgd", lr = 0.0}\n' if op.updated else ""))
    return Template(text).substitute(
        full=f"tensor<{rows}x{columns}xf32>", row=f"tensor<{columns}xf32>", column=f"tensor<{rows}xf32>",
        labels=f"tensor<{rows}xi32>")
