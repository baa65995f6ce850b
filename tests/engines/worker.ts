/** Computes a table in a module worker and sends it back without a copy. */

import { load, type SinusoidalOptions, type Tensor } from 'posenc';

export interface Answer {
  tensor: Tensor;
  /** Whether this worker, too, refuses to evaluate strings. */
  refused: boolean;
}

interface Scope {
  onmessage: ((event: MessageEvent<SinusoidalOptions>) => void) | null;
  postMessage(message: Answer, transfer: Transferable[]): void;
}

const scope = globalThis as unknown as Scope;

function refusesStrings(): boolean {
  try {
    new Function('return 1');
    return false;
  } catch {
    return true;
  }
}

scope.onmessage = async ({ data }) => {
  const pe = await load();
  const tensor = pe.sinusoidal(data);
  const refused = refusesStrings();
  scope.postMessage({ tensor, refused }, [tensor.data.buffer]);
};
