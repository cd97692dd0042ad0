"""Test modules made into programs that gradc compiles.

A module of `kernel.def`s alone gets a function that calls each once. A comment

    // for M, N = 5, 1; 300, 3

before a def (with no empty line between) makes a def of it for each choice, with
the numbers or types in place of {M} and {N}.
"""
import itertools
import re

DEF = re.compile(r"kernel\.def @(\w+).*?\bins\((.*?)\)\s*outs\((.*?)\) \{", re.S)


def expand(text):
    """The text with every `for` written out."""
    paragraphs = []
    for paragraph in text.split("\n\n"):
        if not (found := re.search(r"^// for (.*?) = (.*)$", paragraph, re.M)):
            paragraphs.append(paragraph)
            continue
        names = found.group(1).split(", ")
        separator = "; " if len(names) > 1 else ", "
        for choice in found.group(2).split(separator):
            copy = paragraph.replace(found.group(0) + "\n", "")
            for name, value in zip(names, choice.split(", "), strict=True):
                copy = copy.replace("{" + name + "}", value)
            paragraphs.append(copy)
    return "\n\n".join(paragraphs)


def types_of(arguments, extent):
    """["tensor<4xf32>", …] of "%x: tensor<4xf32>, …"; an open extent gets its size."""
    return [type.replace("?", str(extent)) for type in re.findall(r": (tensor<[^>]*>)", arguments)]


def add_main(text, extent):
    """A function that calls every def, with an input for each of its inputs."""
    inputs, results, calls, values = [], [], [], []
    for name, ins, outs in DEF.findall(text):
        number = itertools.count()
        operands = []
        for type in types_of(ins, extent):
            operands.append(f"%{name}_{next(number)}")
            inputs.append(f'{operands[-1]}: {type} {{train.role = "input", train.name = '
                          f'"{operands[-1][1:]}"}}')
        types = types_of(outs, extent)
        places = [f"%{name}_out{i}" for i in range(len(types))]
        results += [f'{type} {{train.role = "output", train.name = "{place[1:]}"}}'
                    for place, type in zip(places, types)]
        values += list(zip(places, types))
        calls.append(f"{', '.join(places)} = kernel.call @{name}({', '.join(operands)}) : "
                     f"({', '.join(types_of(ins, extent))}) -> ({', '.join(types)})")
    listed = ",\n    "
    return (f"{text}\n\nfunc.func @main(\n    {listed.join(inputs)})\n    -> ({listed.join(results)}) {{\n  "
            + "\n  ".join(calls)
            + f"\n  return {', '.join(place for place, _ in values)} : "
            + f"{', '.join(type for _, type in values)}\n}}\n")


def make(text, extent):
    """The program of a module's text."""
    text = expand(text)
    return text if "func.func" in text or "nn.model" in text else add_main(text, extent)
