"""PyTorch's definitions of the optimizers and our schedules, in NumPy and f64."""
import math

import numpy as np


class SGD:
    def __init__(self, momentum=0.0, dampening=0.0, nesterov=False, weight_decay=0.0):
        self.momentum, self.dampening = momentum, dampening
        self.nesterov, self.weight_decay = nesterov, weight_decay
        self.velocity = {}

    def update(self, step, lr, parameters, gradients):
        for name, g in gradients.items():
            p = parameters[name]
            g = g + self.weight_decay * p
            if self.momentum:
                # The first velocity is the gradient itself, undamped.
                v = (self.momentum * self.velocity[name] + (1 - self.dampening) * g
                     if name in self.velocity else g)
                self.velocity[name] = v
                g = g + self.momentum * v if self.nesterov else v
            parameters[name] = p - lr * g


class Adam:
    def __init__(self, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.0, decoupled=False):
        self.betas, self.eps = betas, eps
        self.weight_decay, self.decoupled = weight_decay, decoupled
        self.m, self.v = {}, {}

    def update(self, step, lr, parameters, gradients):
        b1, b2 = self.betas
        for name, g in gradients.items():
            p = parameters[name]
            if self.decoupled:
                p = p * (1 - lr * self.weight_decay)
            else:
                g = g + self.weight_decay * p
            m = self.m[name] = b1 * self.m.get(name, 0.0) + (1 - b1) * g
            v = self.v[name] = b2 * self.v.get(name, 0.0) + (1 - b2) * g * g
            m_hat, v_hat = m / (1 - b1 ** (step + 1)), v / (1 - b2 ** (step + 1))
            parameters[name] = p - lr * m_hat / (np.sqrt(v_hat) + self.eps)


def warmup(steps):
    return lambda i, factor: (i + 1) / steps


def linear(steps, to):
    return lambda i, factor: factor + (to - factor) * i / steps


def cosine(steps, to):
    return lambda i, factor: to + (factor - to) * (1 + math.cos(math.pi * i / steps)) / 2


def schedule_factor(phases, step):
    """The factor on the learning rate; `phases` holds (function, steps, end)."""
    start = 1.0
    for f, steps, end in phases:
        if step < steps:
            return f(step, start)
        step, start = step - steps, end
    return start
