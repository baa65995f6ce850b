// Writes exact_values.hpp: correctly rounded sines and cosines of
// position * base^(-2k / dim) from the golden cases exact_d64_b10000 and
// exact_d64_b500000 (90-digit arithmetic), so that the C++ tests need no file
// at run time, in WebAssembly as on the host.
//   node tests/native/make-exact-values.mjs > tests/native/exact_values.hpp
import { readFileSync } from 'node:fs';

const data = new URL('../golden/data/', import.meta.url);

function read(name) {
  const header = JSON.parse(
    readFileSync(new URL(`${name}.json`, data), 'utf8'),
  );
  const bytes = readFileSync(new URL(`${name}.bin`, data));
  const buffer = bytes.buffer.slice(
    bytes.byteOffset,
    bytes.byteOffset + bytes.length,
  );
  const tensor = (wanted) => {
    const t = header.tensors.find((one) => one.name === wanted);
    const length = t.shape.reduce((a, b) => a * b, 1);
    return new Float64Array(buffer, t.offset, length);
  };
  return {
    ...header.params,
    positions: tensor('positions'),
    sin: tensor('sin'),
    cos: tensor('cos'),
  };
}

console.log(`// Made by make-exact-values.mjs; see there.
#pragma once

struct ExactValue {
  double base;
  int dim;
  double position;
  int k;
  double sin;
  double cos;
};

// clang-format off
inline constexpr ExactValue kExactValues[] = {`);
for (const name of ['exact_d64_b10000', 'exact_d64_b500000']) {
  const table = read(name);
  const pairs = table.dim / 2;
  table.positions.forEach((position, row) => {
    // Every third column: all quadrants, all sizes of angle.
    for (let k = row % 3; k < pairs; k += 3) {
      const at = row * pairs + k;
      console.log(
        `  {${table.base}, ${table.dim}, ${position}, ${k}, ${table.sin[at]}, ${table.cos[at]}},`,
      );
    }
  });
}
console.log('};\n// clang-format on');
