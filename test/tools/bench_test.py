"""What bench/run measures with."""
import json
import subprocess

from harness import BIN, compile_model


def test_gradc_bench_answers(folder):
    """Each question by one line of times that are above 0."""
    library = compile_model(folder)
    questions = [f"step {library} step 0.01", f"matmuls {library} step 0.01", f"kernels {library} step 0.01",
                 f"step {library} eval 0.01", "copy 100000 0.01", "fork 0.01"]
    done = subprocess.run([BIN / "gradc-bench"], input="\n".join(questions) + "\n", capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(questions), done.stdout
    assert all(value > 0 for answer in answers for value in answer.values()), answers


def test_gradc_bench_refuses(folder):
    library = compile_model(folder)
    for question, words in ((f"step {library} train 0.1", "there is no entry 'train'"),
                            ("step /nowhere step 0.1", "/nowhere"), ("walk a b 1", "walk")):
        done = subprocess.run([BIN / "gradc-bench"], input=question + "\n", capture_output=True, text=True)
        assert done.returncode == 1 and words in done.stderr, f"{question}: {done.stderr}"
