"""Runs the works that are asked for, one a line, and answers with their times.

A question is {"tool": "NumPy" or "PyTorch", "work": a function below, "sizes":
its arguments}. The first one of its kind prepares the work; the answer is
{"ms": the time of one run}, in which a processor worked, which is all of it on
one thread.
"""

import json
import sys
import time

import numpy


def table(np, length, dim):
    at = np.arange(length, dtype=np.float32)[:, None]
    wave = (10000 ** (-np.arange(0, dim, 2, dtype=np.float32) / dim))[None]
    out = np.empty((length, dim), dtype=np.float32)

    def run():
        angle = at * wave
        out[:, 0::2] = np.sin(angle)
        out[:, 1::2] = np.cos(angle)

    return run


def rotate(np, rows, heads, dim):
    x = np.full((rows, heads, dim), 0.5, dtype=np.float32)
    cos = np.full((rows, 1, dim // 2), 0.8, dtype=np.float32)
    sin = np.full((rows, 1, dim // 2), 0.6, dtype=np.float32)
    join = np.concatenate if np is numpy else np.cat

    def run():
        a, b = x[..., : dim // 2], x[..., dim // 2 :]
        return join((a * cos - b * sin, b * cos + a * sin), -1)

    return run


def product(np, rows, columns, dim):
    a = np.full((rows, dim), 0.5, dtype=np.float32)
    b = np.full((columns, dim), 0.25, dtype=np.float32)
    return lambda: a @ b.T


def alibi(np, heads, length):
    at = np.arange(length, dtype=np.float32)
    slopes = 2.0 ** (-8 * np.arange(1, heads + 1, dtype=np.float32) / heads)
    return lambda: slopes[:, None, None] * (at[None, None] - at[None, :, None])


def attention(np, heads, length, dim):
    if np is not numpy:
        q, k, v = (np.rand(1, heads, length, dim) for _ in range(3))
        whole = np.nn.functional.scaled_dot_product_attention if hasattr(
            np.nn.functional, "scaled_dot_product_attention"
        ) else None
        mask = np.full((length, length), -np.inf).triu(1)

        def steps():
            scores = q @ k.transpose(-1, -2) / dim**0.5 + mask
            return np.softmax(scores, -1) @ v

        if whole:
            return lambda: whole(q, k, v, is_causal=True)
        return steps
    random = np.random.default_rng(1).random
    q, k, v = (random((heads, length, dim), dtype=np.float32) for _ in range(3))
    mask = np.triu(np.full((length, length), -np.inf, dtype=np.float32), 1)

    def run():
        scores = q @ k.transpose(0, 2, 1) * np.float32(dim**-0.5) + mask
        scores -= scores.max(-1, keepdims=True)
        weights = np.exp(scores)
        weights /= weights.sum(-1, keepdims=True)
        return weights @ v

    return run


WORKS = {
    "table": table,
    "rotate": rotate,
    "product": product,
    "alibi": alibi,
    "attention": attention,
}


def module(tool):
    if tool == "NumPy":
        return numpy
    import torch

    torch.set_num_threads(1)
    torch.set_grad_enabled(False)
    return torch


prepared = {}
last = None
for line in sys.stdin:
    question = json.loads(line)
    if question["work"] != last:
        # Both tools do the same work in turns; another one needs the memory.
        prepared.clear()
        last = question["work"]
    try:
        if line not in prepared:
            work = WORKS[last]
            prepared[line] = work(module(question["tool"]), **question["sizes"])
        start = time.process_time()
        prepared[line]()
        answer = {"ms": (time.process_time() - start) * 1000}
    except Exception as error:  # the benchmark says which peer failed, and why
        answer = {"error": f"{type(error).__name__}: {error}"}
    print(json.dumps(answer), flush=True)
