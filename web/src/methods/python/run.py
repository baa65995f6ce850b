# Runs programs in PyTorch, and gives their numbers.
#
# It reads a list of programs as JSON, and writes for each of them the shape and
# the numbers of what it computes: `term`, `turned`, `table` or `bias`.

import json
import sys

import torch

results = []
for code in json.load(sys.stdin):
    scope = {}
    exec(code, scope)
    name = next(n for n in ('term', 'turned', 'table', 'bias') if n in scope)
    made = scope[name].detach()
    # Enough digits for each type to be read back.
    digits = 17 if made.dtype == torch.float64 else 9
    data = [float(f'{x:.{digits}g}') for x in made.double().flatten().tolist()]
    results.append({'shape': list(made.shape), 'data': data})
json.dump(results, sys.stdout)
